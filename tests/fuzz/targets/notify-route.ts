import type express from "express";
import type { RequestHandler } from "express";
import { checkGuarantee } from "../broken-guarantee.ts";
import { holdsCard } from "../messages/odd-texts.ts";
import { NotificationPlay } from "../notification-play.ts";
import type { NotifyRequest } from "../oracle/expected-reply.ts";
import type { Random } from "../random.ts";
import { ExpressShop, expressReleases } from "../shops/express-shop.ts";
import type { ShopReply } from "../shops/fuzzed-shop.ts";
import { listKeys, randomSale, randomSettings } from "../shops/random-settings.ts";
import { RawHttpConnection } from "../shops/raw-http-connection.ts";
import { describeExchanges } from "./describe-exchanges.ts";
import type { FuzzTarget, TargetRun } from "./fuzz-target.ts";

/** Notifications over HTTP, with the router alone in front. */
export const notifyRouteTarget: FuzzTarget = {
  name: "http",
  about: "mutated notifications over HTTP to Express 5 with SQLite: whole, chunked, in pieces, too large",
  share: 5,
  perShop: 250,
  open: (random) => attackOverHttp(random, { release: 5, parsers: [] }, true),
};

type Parsers = (of: typeof express) => RequestHandler[];

const parserSets: readonly Parsers[] = [
  (of) => [of.urlencoded({ extended: true })],
  (of) => [of.urlencoded({ extended: false })],
  (of) => [of.json()],
  (of) => [of.text({ type: "*/*" })],
  (of) => [of.raw({ type: "*/*" })],
  (of) => [of.json(), of.urlencoded({ extended: true, limit: "1mb" })],
];

/** The same behind body parsers that a shop mounted first. */
export const notifyParsersTarget: FuzzTarget = {
  name: "parsers",
  about: "the same behind Express 4's and 5's body parsers: urlencoded, json, text and raw",
  share: 5,
  perShop: 100,
  open(random) {
    const release = random.pick([4, 5] as const);
    const parsers = random.pick(parserSets)(expressReleases[release]);
    return attackOverHttp(random, { release, parsers }, false);
  },
};

type Front = { readonly release: 4 | 5; readonly parsers: readonly RequestHandler[] };

/** Notifications to a shop with this in front of its router. */
export async function attackOverHttp(random: Random, front: Front, isStrict: boolean): Promise<TargetRun> {
  const shop = await ExpressShop.open({ ...randomSettings(random), ...front });
  const line = new NotifyConnection(shop);
  const play = new NotificationPlay(shop, (message, inputRandom) => line.send(message, inputRandom), {
    isStrict,
  });
  for (const name of ["a", "b", "c"]) await play.start(randomSale(random, `standing-${name}`), random);
  return {
    input: (number, inputRandom) => play.input(number, inputRandom),
    transcript: () => describeExchanges(play.exchanges),
    async close() {
      line.close();
      const file = await shop.file();
      await shop.close();
      checkGuarantee(
        !listKeys(shop.settings).some((key) => file.includes(key)),
        "the database holds a merchant key",
      );
      checkGuarantee(play.hasCardInFacts || !holdsCard(file), "the database holds a card number");
    },
  };
}

/** One connection that is used as long as the shop keeps it open. */
export class NotifyConnection {
  readonly #shop: ExpressShop;
  #wire: RawHttpConnection | undefined;

  constructor(shop: ExpressShop) {
    this.#shop = shop;
  }

  async wire(): Promise<RawHttpConnection> {
    if (this.#wire === undefined || this.#wire.isClosed)
      this.#wire = await RawHttpConnection.open(this.#shop.port);
    return this.#wire;
  }

  /** Sends a notification, and checks that the connection still works afterwards. */
  async send(message: NotifyRequest, random: Random): Promise<ShopReply> {
    const wire = await this.wire();
    const isChunked = random.chance(0.2);
    const slash = random.chance(0.1) ? "/" : "";
    const query = message.body.toString("latin1");
    if (isQueryText(query) && random.chance(0.1)) wire.write(queryHeadOf(message, `${slash}?${query}`));
    else this.#post(wire, { message, slash, isChunked }, random);
    const reaction = await wire.react();
    if (reaction === "closed") {
      checkGuarantee(message.body.length > 32_768, "the connection was closed without an answer");
      return { status: 413, body: "large" };
    }
    if (reaction.status !== 200) await this.probe();
    return { status: reaction.status, body: reaction.body };
  }

  #post(wire: RawHttpConnection, { message, slash, isChunked }: Posting, random: Random): void {
    wire.write(headOf(message, { slash, isChunked }));
    for (const piece of isChunked ? chunks(message.body, random) : pieces(message.body, random))
      wire.write(piece);
  }

  /** The next visitor of this connection must be served. */
  async probe(): Promise<void> {
    const wire = await this.wire();
    wire.write("GET /pay/state/none/none HTTP/1.1\r\nHost: shop\r\n\r\n");
    let next = await wire.react();
    if (next === "closed") {
      const fresh = await this.wire();
      fresh.write("GET /pay/state/none/none HTTP/1.1\r\nHost: shop\r\n\r\n");
      next = await fresh.react();
    }
    checkGuarantee(next !== "closed" && next.status === 404, "the next request got no answer of its own");
  }

  close(): void {
    this.#wire?.close();
  }
}

interface Posting {
  readonly message: NotifyRequest;
  /** Behind the address. */
  readonly slash: string;
  readonly isChunked: boolean;
}

/** A form that fits into an address as it is. Node's server refuses longer heads. */
const isQueryText = (text: string) => text.length < 8000 && /^[!-"$-~]+$/.test(text);

/** The same by GET (NOT-ENCODING). */
function queryHeadOf({ attemptId, token }: NotifyRequest, query: string): string {
  return `GET /pay/notify/${attemptId}/${token}${query} HTTP/1.1\r\nHost: shop\r\n\r\n`;
}

function headOf(
  { attemptId, token, body, contentType }: NotifyRequest,
  { slash, isChunked }: Omit<Posting, "message">,
): string {
  const length = isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`;
  const type = contentType === undefined ? [] : [`Content-Type: ${contentType}`];
  return [
    `POST /pay/notify/${attemptId}/${token}${slash} HTTP/1.1`,
    "Host: shop",
    length,
    ...type,
    "",
    "",
  ].join("\r\n");
}

function pieces(body: Buffer, random: Random): Buffer[] {
  if (random.chance(0.8)) return [body];
  const at = random.int(body.length);
  return [body.subarray(0, at), body.subarray(at)];
}

function chunks(body: Buffer, random: Random): Buffer[] {
  const sent: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + random.int(Math.max(64, body.length / 3));
    const piece = body.subarray(at, at + size);
    sent.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
    at += size;
  }
  return [...sent, Buffer.from("0\r\n\r\n")];
}
