import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createPayIndex, type PayIndex } from "@pay-index/express";
import { sqlite } from "@pay-index/sqlite";
import express5, { type RequestHandler } from "express";
import express4 from "express4";
import type { FuzzedAttempt } from "../fuzzed-attempt.ts";
import type { Random } from "../random.ts";
import { incrementCount } from "./core-shop.ts";
import { createFuzzedAttempt, createSale } from "./create-sale.ts";
import type { FuzzedShop, PlacedOrders, SaleRequest, ShopSettings, StatusSummary } from "./fuzzed-shop.ts";
import { summarizeStatus } from "./summarize-status.ts";

export const expressReleases = { 4: express4, 5: express5 } as const;

export interface ExpressSettings extends ShopSettings {
  readonly release: keyof typeof expressReleases;
  /** Body parsers in front of the payment router. */
  readonly parsers: readonly RequestHandler[];
}

/** A shop on a real Express with SQLite, behind a real socket, with a gateway that answers every sale. */
export class ExpressShop implements FuzzedShop {
  readonly settings: ShopSettings;
  readonly placed: PlacedOrders = { orders: new Map(), renewals: new Map() };
  readonly #server: Server;
  readonly #gateway: Server;
  readonly #folder: string;
  readonly #log: string[] = [];
  readonly #sums = new Map<string, SaleRequest>();
  #form = new URLSearchParams();
  #pay: PayIndex | undefined;

  private constructor(settings: ShopSettings, folder: string) {
    this.settings = settings;
    this.#folder = folder;
    this.#server = createServer();
    this.#gateway = createServer(async (request, response) => {
      this.#form = new URLSearchParams(await text(request));
      const url = `http://127.0.0.1:4400/page/${this.#form.get("pay_orderid")}`;
      response.end(JSON.stringify({ status: 1, url }));
    });
  }

  static async open({ release, parsers, ...settings }: ExpressSettings): Promise<ExpressShop> {
    const shop = new ExpressShop(settings, await mkdtemp(join(fastFolder(), "pay-index-fuzz-")));
    for (const server of [shop.#server, shop.#gateway])
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const pay = await shop.#open();
    const app = expressReleases[release]();
    app.set("trust proxy", true);
    // Express prints the errors of parsers unless the environment is a test.
    app.set("env", "test");
    for (const parser of parsers) app.use(parser);
    app.use("/pay", pay.router);
    shop.#server.on("request", app);
    return shop;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pay(): PayIndex {
    if (this.#pay === undefined) throw new Error("The shop is not open yet.");
    return this.#pay;
  }

  async start(request: SaleRequest, _random: Random): Promise<FuzzedAttempt> {
    this.#sums.set(request.reference, request);
    const { statusUrl } = await this.pay.start(createSale(request));
    return createFuzzedAttempt({ request, settings: this.settings, form: this.#form, statusUrl });
  }

  grow(reference: string): void {
    const known = this.#sums.get(reference);
    if (known !== undefined) this.#sums.set(reference, { ...known, minor: known.minor + 1 });
  }

  async status({ reference, tenant }: Pick<FuzzedAttempt, "reference" | "tenant">): Promise<StatusSummary> {
    return summarizeStatus(await this.pay.status({ reference, tenant }));
  }

  async quarantined(): Promise<undefined> {}

  async stored(): Promise<string> {
    return "";
  }

  /** The database as it is on the disk, journal and all. */
  async file(): Promise<string> {
    const parts = ["shop.db", "shop.db-wal"].map((name) =>
      readFile(join(this.#folder, name), "latin1").catch(() => ""),
    );
    return (await Promise.all(parts)).join("\n");
  }

  takeLog(): string[] {
    return this.#log.splice(0);
  }

  async close(): Promise<void> {
    for (const server of [this.#server, this.#gateway]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await this.#pay?.close();
    await rm(this.#folder, { recursive: true });
  }

  async #open(): Promise<PayIndex> {
    this.#pay = await createPayIndex({
      gateway: `http://127.0.0.1:${(this.#gateway.address() as AddressInfo).port}`,
      publicUrl: `${this.origin}/pay`,
      sandbox: true,
      acceptRawCards: true,
      merchants: this.settings.merchants.map((merchant) => ({
        ...merchant,
        previousKeys: [...merchant.previousKeys],
        variants: [...merchant.variants],
      })),
      ...(this.settings.rules === undefined ? {} : { signRules: [...this.settings.rules] }),
      store: sqlite(join(this.#folder, "shop.db")),
      amountDue: ({ reference }) => {
        const known = this.#sums.get(reference);
        return known && { minor: known.minor, currency: known.currency };
      },
      onPaid: ({ payment }) => incrementCount(this.placed.orders, payment.reference),
      onRenewal: ({ payment, cycle }) =>
        incrementCount(this.placed.renewals, `${payment.attemptId}/${cycle.number}`),
      orderPage: ({ reference, state }) => `/orders/${reference}?state=${state}`,
      retryPage: ({ reference }) => `/retry/${reference}`,
      cardSale: ({ reference }) => this.#cardSale(reference),
      onEvent: (event) => this.#log.push(JSON.stringify(event)),
      tickEvery: 0,
    });
    return this.#pay;
  }

  #cardSale(reference: string) {
    const known = this.#sums.get(reference);
    if (known === undefined) return undefined;
    const { firstMinor: _, ...sum } = known;
    const sale = createSale({ ...sum, variant: "card" });
    if (sale.variant !== "card") return undefined;
    const { card: __, ...rest } = sale;
    return rest;
  }
}

/** In memory where the system has a place for it: each commit waits for the disk otherwise. */
function fastFolder(): string {
  return existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
}
