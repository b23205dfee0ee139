import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CardDetails, type ExpressOptions, type Money, money, type PayIndex } from "@pay-index/express";
import { sqlite } from "@pay-index/sqlite";
import { expect } from "vitest";
import {
  buyer,
  hostedSaleInput,
  type TestRequest,
  type TestResponse,
  TestShop,
} from "../../packages/express/test/test-shop.ts";
import { encodeMessage, type Message, signingKeys } from "./encode-notification.ts";
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
  #sales = 0;
  #folder = "";
  #shop: TestShop | undefined;
  /** What `amountDue` returns for a reference. */
  readonly #amountsDue = new Map<string, () => unknown>();
  readonly #applied: string[] = [];
  readonly #renewed: string[] = [];

  /** @param changes options that this shop has, or has in another way */
  async open(parser: "none" | "both", changes: ChangedOptions = {}): Promise<this> {
    this.#folder = await mkdtemp(join(tmpdir(), "pay-index-"));
    const options: Partial<ExpressOptions<DatabaseSync>> = {
      acceptRawCards: true,
      merchants: [exampleMerchant],
      store: sqlite(this.#file),
      amountDue: ({ reference }) => this.#amountsDue.get(reference)?.() as Money | undefined,
      onPaid: ({ payment }) => void this.#applied.push(payment.reference),
      onRenewal: ({ payment }) => void this.#renewed.push(payment.reference),
      ...changes,
    };
    // The store of the tests is another one, and its transaction too.
    this.#shop = await TestShop.open({ parser, options: options as object });
    return this;
  }

  get #file(): string {
    return join(this.#folder, "shop.db");
  }

  get #open(): TestShop {
    if (this.#shop === undefined) throw new Error("not open yet");
    return this.#shop;
  }

  get pay(): PayIndex {
    return this.#open.pay;
  }

  get events(): TestShop["events"] {
    return this.#open.events;
  }

  async close(): Promise<void> {
    await this.#shop?.close();
    await rm(this.#folder, { recursive: true });
  }

  async sell(): Promise<StartedSale> {
    const reference = this.#nextReference(1999);
    await this.pay.start(hostedSaleInput(reference));
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
      buyer,
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
    const { gateway, notifyPath, returnPath } = this.#open;
    return { reference, form: gateway.lastForm, notifyPath, returnPath };
  }

  /** How often the shop was told "paid". */
  applied(reference: string): number {
    return this.#applied.filter((each) => each === reference).length;
  }

  /** How many orders the shop has made of later cycles. */
  renewed(reference: string): number {
    return this.#renewed.filter((each) => each === reference).length;
  }

  /** Returns everything that the payment store has of a reference, as text. */
  engine(reference: string): string {
    const database = new DatabaseSync(this.#file, { readOnly: true });
    const tables = ["payment", "attempt", "notification", "job", "review_item"].map((table) =>
      database.prepare(`SELECT * FROM pay_index_${table} WHERE reference = ?`).all(reference),
    );
    database.close();
    return JSON.stringify(tables);
  }

  /** Sends a notification. Returns status and body of the reply. */
  async notify(
    { form, notifyPath }: StartedSale,
    message: Message = {},
    more: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const { type = "application/x-www-form-urlencoded" } = message;
    const headers = { ...(type !== null && { "content-type": type }), ...more };
    const reply = await this.send(notifyPath, { body: encodeMessage(message, form), headers });
    expectNoOk(reply);
    expectNoSecret(reply);
    return `${reply.status} ${reply.body}`;
  }

  send(path: string, request?: TestRequest): Promise<TestResponse> {
    return this.#open.send(path, request);
  }
}

/** Old servers look for these two letters anywhere in an answer, in any case (REP-REFUSAL). */
export function expectNoOk({ status, raw }: TestResponse): void {
  if (status >= 300) expect(raw.toLowerCase()).not.toContain("ok");
}
