import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import {
  CardDetails,
  createPayIndex,
  type Money,
  money,
  type PayIndex,
  type PayIndexEvent,
} from "@pay-index/express";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
import { expect } from "vitest";
import { signingKeys } from "./encode-message.ts";
import { exampleBuyer } from "./open-core.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";

export interface ShopReply {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
  /** Status line, headers and body as they went over the wire. */
  readonly raw: string;
}

export interface ShopRequest {
  readonly method: string;
  readonly type?: string | null;
  readonly body?: Buffer;
}

/** One sale of the shop, and the addresses that the gateway was given for it. */
export interface StartedSale {
  readonly reference: string;
  readonly form: URLSearchParams;
  readonly notifyPath: string;
  readonly returnPath: string;
}

const tea = { money: 1999, totalCount: 12 };

const plan = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  name: "Tea monthly",
  type: "monthly",
  description: "A box of tea each month",
  attempts: 3,
} as const;

/** A shop on Express 5 with its engine in a SQLite file, reached over real sockets. One for all rows: it must survive them. */
export class SocketShop {
  readonly events: PayIndexEvent[] = [];
  readonly gateway = new ScriptedGateway();
  #folder = "";
  #sales = 0;
  /** What `amountDue` returns for a reference. */
  readonly #amountsDue = new Map<string, () => unknown>();
  #server: Server = createServer();
  #database: DatabaseSync | undefined;
  #pay: PayIndex | undefined;

  async open(parser: "no parser" | "a parser"): Promise<this> {
    await this.gateway.open();
    this.#folder = await mkdtemp(join(tmpdir(), "pay-index-"));
    const file = join(this.#folder, "shop.db");
    this.#database = new DatabaseSync(file);
    this.#database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000; CREATE TABLE applied (reference TEXT); CREATE TABLE renewed (reference TEXT)",
    );
    const app = express();
    this.#server = createServer(app);
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.#pay = await createPayIndex({
      gateway: this.gateway.url,
      sandbox: true,
      acceptRawCards: true,
      publicUrl: `http://127.0.0.1:${this.port}/pay`,
      merchants: [{ id: "10002", key: signingKeys.current, previousKeys: [signingKeys.previous] }],
      store: sqlite(file),
      amountDue: ({ reference }) => this.#amountsDue.get(reference)?.() as Money | undefined,
      onPaid: ({ payment, tx }) => {
        tx.prepare("INSERT INTO applied (reference) VALUES (?)").run(payment.reference);
      },
      onRenewal: ({ payment, tx }) => {
        tx.prepare("INSERT INTO renewed (reference) VALUES (?)").run(payment.reference);
      },
      orderPage: ({ reference, state }) => `/orders/${reference}?state=${state}`,
      onEvent: (event) => this.events.push(event),
      tickEvery: 0,
    });
    if (parser === "a parser") app.use(express.json(), express.urlencoded({ extended: true }));
    app.use("/pay", this.#pay.router);
    return this;
  }

  get pay(): PayIndex {
    if (this.#pay === undefined) throw new Error("not open yet");
    return this.#pay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#pay?.close();
    await this.gateway.close();
    this.#database?.close();
    await rm(this.#folder, { recursive: true });
  }

  async sell(): Promise<StartedSale> {
    const reference = this.#nextReference(1999);
    await this.pay.start({ reference, variant: "hosted", amount: money(1999, "USD"), buyer: exampleBuyer });
    return this.#lastSale(reference);
  }

  /** A monthly plan, begun and not paid. */
  async subscribe({
    money: minor,
    totalCount,
  }: {
    money: number;
    totalCount: number;
  } = tea): Promise<StartedSale> {
    const reference = this.#nextReference(minor);
    await this.pay.start({
      reference,
      variant: "subscription",
      amount: money(minor, "USD"),
      buyer: exampleBuyer,
      items: [{ name: "Tea", price: minor, quantity: 1 }],
      card: CardDetails.of({ number: "4242424242424242", month: "12", year: "2099", cvv: "987" }),
      plan: { ...plan, totalCount },
    });
    return this.#lastSale(reference);
  }

  #nextReference(price: number): string {
    this.#sales += 1;
    const reference = `order-${this.#sales}`;
    this.setAmountDue(reference, () => money(price, "USD"));
    return reference;
  }

  setAmountDue(reference: string, amountDue: () => unknown): void {
    this.#amountsDue.set(reference, amountDue);
  }

  #lastSale(reference: string): StartedSale {
    const form = this.gateway.lastForm;
    const path = (name: string) => new URL(form.get(name) ?? "").pathname;
    return { reference, form, notifyPath: path("pay_notifyurl"), returnPath: path("pay_callbackurl") };
  }

  /** How often the shop was told "paid". */
  applied(reference: string): number {
    return Number(this.#one("SELECT COUNT(*) AS n FROM applied WHERE reference = ?", reference)?.n);
  }

  /** How many orders the shop has made of later cycles. */
  renewed(reference: string): number {
    return Number(this.#one("SELECT COUNT(*) AS n FROM renewed WHERE reference = ?", reference)?.n);
  }

  /** Returns everything that the payment store has of a reference, as text. */
  engine(reference: string): string {
    const tables = ["payment", "attempt", "notification", "job", "review_item"];
    return JSON.stringify(
      tables.map((table) => this.#all(`SELECT * FROM pay_index_${table} WHERE reference = ?`, reference)),
    );
  }

  #one(sql: string, value: string) {
    return this.#all(sql, value)[0];
  }

  #all(sql: string, value: string): Record<string, unknown>[] {
    return this.#database?.prepare(sql).all(value) as Record<string, unknown>[];
  }

  async send(path: string, { method, type, body }: ShopRequest): Promise<ShopReply> {
    const headers = type === undefined || type === null ? {} : { "content-type": type };
    const request = httpRequest({ port: this.port, host: "127.0.0.1", path, method, headers, agent: false });
    request.end(body);
    const [response] = await once(request, "response");
    const content = await text(response);
    const raw = `${response.statusMessage}\n${response.rawHeaders.join("\n")}\n\n${content}`;
    return { status: response.statusCode, body: content, location: response.headers.location, raw };
  }

  /** Many POSTs that lack their last byte, and then get it in one go. */
  async sendTogether(path: string, { type, body }: ShopRequest, times: number): Promise<string[]> {
    const bytes = body ?? Buffer.alloc(0);
    const head = `POST ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`;
    const sockets = await Promise.all(
      Array.from({ length: times }, async (): Promise<Socket> => {
        const socket = connect(this.port, "127.0.0.1");
        await once(socket, "connect");
        await new Promise((written) =>
          socket.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, -1)]), written),
        );
        return socket;
      }),
    );
    const answers = sockets.map((socket) => text(socket));
    for (const socket of sockets) socket.end(bytes.subarray(-1));
    return Promise.all(answers);
  }
}

/** Old servers look for these two letters anywhere in an answer, in any case (REP-REFUSAL). */
export function expectNoOk({ status, raw }: Pick<ShopReply, "status" | "raw">): void {
  if (status >= 300) expect(raw.toLowerCase()).not.toContain("ok");
}
