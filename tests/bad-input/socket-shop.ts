import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  CardDetails,
  createPayIndex,
  type ExpressOptions,
  type Money,
  money,
  type PayIndex,
  type PayIndexEvent,
} from "@pay-index/express";
import { sqlite } from "@pay-index/sqlite";
import express from "express";
import { encodeMessage, type Message, signingKeys } from "./encode-notification.ts";
import { exampleBuyer } from "./open-core.ts";
import { ScriptedGateway } from "./scripted-gateway.ts";
import { expectNoOk, type ShopReply, type ShopRequest, sendRequest } from "./shop-requests.ts";
import { expectNoSecret } from "./watch-process.ts";

/** One sale of the shop, and the addresses that the gateway was given for it. */
export interface StartedSale {
  readonly reference: string;
  readonly form: URLSearchParams;
  readonly notifyPath: string;
  readonly returnPath: string;
}

type ChangedOptions = Partial<Pick<ExpressOptions<never>, "merchants" | "replyWithin" | "notifyFrom">>;

export const exampleMerchant = {
  id: "10002",
  key: signingKeys.current,
  previousKeys: [signingKeys.previous],
};

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

  /** @param changes options that this shop has, or has in another way */
  async open(parser: "no parser" | "a parser", changes: ChangedOptions = {}): Promise<this> {
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
      merchants: [exampleMerchant],
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
      ...changes,
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

  /** Sends a notification. Returns status and body of the reply. */
  async notify(
    { form, notifyPath }: StartedSale,
    message: Message = {},
    headers?: Readonly<Record<string, string>>,
  ): Promise<string> {
    const { type = "application/x-www-form-urlencoded" } = message;
    const body = encodeMessage(message, form);
    const reply = await this.send(notifyPath, { method: "POST", type, body, ...(headers && { headers }) });
    expectNoOk(reply);
    expectNoSecret(reply);
    return `${reply.status} ${reply.body}`;
  }

  send(path: string, request: ShopRequest): Promise<ShopReply> {
    return sendRequest(this.port, path, request);
  }
}
