import { checkGuarantee } from "../broken-guarantee.ts";
import type { FuzzedAttempt } from "../fuzzed-attempt.ts";
import { honestMessage } from "../messages/compose-message.ts";
import { NotificationPlay } from "../notification-play.ts";
import type { Random } from "../random.ts";
import { ExpressShop } from "../shops/express-shop.ts";
import { randomSale, randomSettings } from "../shops/random-settings.ts";
import { RawHttpConnection, type ServerReaction } from "../shops/raw-http-connection.ts";
import type { FuzzTarget } from "./fuzz-target.ts";
import { NotifyConnection } from "./notify-route.ts";

/** Requests that are no proper HTTP, on sockets of their own. */
export const malformedHttpTarget: FuzzTarget = {
  name: "socket",
  about:
    "malformed HTTP on raw sockets: pipelines, partial bodies, header floods, broken chunks, HTTP/0.9 and 1.0",
  share: 5,
  perShop: 500,
  async open(random) {
    const shop = await ExpressShop.open({ ...randomSettings(random), release: 5, parsers: [] });
    const line = new NotifyConnection(shop);
    const play = new NotificationPlay(shop, (message, inputRandom) => line.send(message, inputRandom));
    let sent = "";
    let scene = await play.start(randomSale(random, "standing"), random);
    return {
      async input(number, inputRandom) {
        if (number % 25 === 0 || scene.model.isPaid)
          scene = await play.start(randomSale(inputRandom, `order-${number}`), inputRandom);
        sent = malformed(scene, inputRandom);
        const wire = await RawHttpConnection.open(shop.port);
        wire.write(Buffer.from(sent, "latin1"));
        wire.end();
        for (const reaction of await reactions(wire)) checkReaction(reaction);
        wire.close();
        await line.probe();
        await play.verify([scene]);
        if (inputRandom.chance(0.02)) {
          await play.exchange(
            honestMessage(scene, { code: "00", cycle: 1, transaction: `T${number}` }),
            inputRandom,
          );
          await play.verify([scene]);
        }
      },
      transcript: () => ({ sent }),
      async close() {
        line.close();
        await shop.close();
      },
    };
  },
};

/** All answers until the server ends the connection, which it must do: the client sent its last byte. */
async function reactions(wire: RawHttpConnection): Promise<ServerReaction[]> {
  const all: ServerReaction[] = [];
  for (;;) {
    const reaction = await wire.react(8);
    if (reaction === "closed" || all.length > 50) return all;
    all.push(reaction);
  }
}

function checkReaction(reaction: ServerReaction): void {
  if (reaction === "closed") return;
  checkGuarantee(reaction.status < 500, `a malformed request was answered ${reaction.status}`);
  checkGuarantee(!/ok/i.test(reaction.body), "the answer to a malformed request contains OK");
}

type Malform = (request: { head: string[]; body: string; path: string }, random: Random) => string;

/** None of these can pay: the signature of the body that they carry is wrong. */
function malformed(scene: FuzzedAttempt, random: Random): string {
  const { body } = honestMessage(scene, { code: "00", cycle: 1, transaction: "T1" });
  const forged = body
    .toString("latin1")
    .replace(/sign=./, (sign) => `sign=${sign.endsWith("0") ? "1" : "0"}`);
  const path = `/pay/notify/${scene.attemptId}/${scene.notifyToken}`;
  const head = [`POST ${path} HTTP/1.1`, "Host: shop", "Content-Type: application/x-www-form-urlencoded"];
  return random.pick(malforms)({ head, body: forged, path }, random);
}

const request = (head: readonly string[], body: string) => `${head.join("\r\n")}\r\n\r\n${body}`;
const sized = (head: readonly string[], body: string, size: number | string = body.length) =>
  request([...head, `Content-Length: ${size}`], body);

const malforms: readonly Malform[] = [
  // More or fewer bytes than announced.
  ({ head, body }, random) => sized(head, body.slice(0, random.int(body.length))),
  ({ head, body }, random) => sized(head, body, body.length + 1 + random.int(1000)),
  ({ head, body }, random) =>
    sized(head, body, random.pick(["-1", "1e3", "0x10", "99999999999999999999", "", "1, 2", "+5"])),
  ({ head, body }) => sized([...head, `Content-Length: ${body.length + 1}`], body),
  ({ head, body }) => sized([...head, "Transfer-Encoding: chunked"], body),
  // Broken chunks.
  ({ head, body }, random) =>
    request(
      [
        ...head,
        `Transfer-Encoding: ${random.pick(["chunked", "chunked, identity", "xchunked", "gzip, chunked"])}`,
      ],
      random.pick([
        "zz\r\n",
        "-1\r\n",
        "ffffffffffffffff\r\n",
        `${body.length.toString(16)}\n${body}\n0\n\n`,
        `5;a=${"x".repeat(9000)}\r\n`,
        "5\r\nab",
      ]),
    ),
  // Pipelines.
  ({ head, body, path }, random) => {
    const one = sized(head, body);
    const get = `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;
    return Array.from({ length: 2 + random.int(8) }, () => random.pick([one, get])).join("");
  },
  // Header floods.
  ({ head, body }, random) =>
    sized([...head, ...Array.from({ length: random.int(3000) }, (_, at) => `X-${at}: ${at}`)], body),
  ({ head, body }, random) => sized([...head, `X-Long: ${"x".repeat(random.int(40_000))}`], body),
  ({ head, body }, random) =>
    sized(
      [
        ...head,
        random.pick(["No colon", ": no name", "A b: c", "X:\0", " folded", "Host: second", "X: \x7f"]),
      ],
      body,
    ),
  // Other versions and request lines.
  ({ path }) => `GET ${path}\r\n`,
  ({ path, body }) => `POST ${path} HTTP/1.0\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ({ path, body }, random) =>
    `${random.pick(["POST", "post", "P OST", "\0", "CONNECT", "TRACE", "PRI *"])} ${path} HTTP/${random.pick(["1.1", "1.2", "2.0", "9.9", "x"])}\r\nHost: shop\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ({ path }, random) =>
    `GET ${random.pick(["http://other.example", "//", "*", `${path}#x`, `${path}?${"a=b&".repeat(2000)}`, "/pay/../../etc", "/pay/%", "/pay/notify/%00/%ff"])} HTTP/1.1\r\nHost: shop\r\n\r\n`,
  ({ head, body }) => sized([...head, "Expect: 100-continue"], body),
  ({ head, body }) => sized([...head, "Expect: something"], body),
  ({ head, body }) => sized([...head, "Connection: Upgrade", "Upgrade: websocket"], body),
  ({ head, body }, random) =>
    sized([...head, `Content-Encoding: ${random.pick(["gzip", "br", "deflate", "identity", "x"])}`], body),
  // Noise.
  (_, random) => random.bytes(random.int(400)).toString("latin1"),
  ({ head, body }, random) => {
    const whole = sized(head, body);
    const at = random.int(whole.length);
    return whole.slice(0, at) + random.bytes(1).toString("latin1") + whole.slice(at + 1);
  },
];
