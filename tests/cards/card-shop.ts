import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import {
  type CanaryCard,
  canaryMerchantKeys,
  findCardAndKeyTraces,
  serializeForSearch,
  successCard,
} from "@pay-index/conformance/card-canary";
import type { ExpressOptions } from "@pay-index/express";
import { openTelemetry } from "@pay-index/opentelemetry";
import { sqlite } from "@pay-index/sqlite";
import type { Express, NextFunction, Request, Response } from "express";
import { cardSale, type PostedCard, postCard } from "../../packages/express/test/card-shop.ts";
import type { FakeGateway } from "../../packages/express/test/fake-gateway.ts";
import { type TestRequest, TestShop } from "../../packages/express/test/test-shop.ts";

export interface CardShopSettings {
  /** The gateway's answer. It approves by default. */
  readonly gateway?: FakeGateway["answer"] | "nobody";
  readonly parsers?: boolean;
  readonly options?: Partial<ExpressOptions<DatabaseSync>>;
}

export interface CardFormInput extends Pick<PostedCard, "reference" | "fields" | "headers"> {
  readonly card?: CanaryCard;
  /** Instead of the form. */
  readonly body?: string;
}

type Kind =
  | "events"
  | "errors"
  | "requests"
  | "responses"
  | "printed"
  | "tables"
  | "files"
  | "status"
  | "spans";

/** A shop that takes cards, with its engine in a SQLite file, and everything that it could let out. */
export class CardShop {
  readonly seen: Record<"events" | "errors" | "requests" | "responses" | "printed", unknown[]> = {
    events: [],
    errors: [],
    requests: [],
    responses: [],
    printed: [],
  };
  readonly #restore: (() => void)[] = [];
  readonly #spans = new InMemorySpanExporter();
  #folder = "";
  #shop: TestShop | undefined;

  async open({ gateway = approve, parsers = false, options = {} }: CardShopSettings): Promise<this> {
    this.#folder = await mkdtemp(join(tmpdir(), "pay-index-"));
    this.#listenToPrinting();
    const own: Partial<ExpressOptions<DatabaseSync>> = {
      acceptRawCards: true,
      merchants: [{ id: "10001", key: canaryMerchantKeys[0], previousKeys: [canaryMerchantKeys[1]] }],
      store: sqlite(this.file, { lockWait: 0.05 }),
      onPaid: () => {},
      cardSale,
      onEvent: (event) => this.seen.events.push(event),
      telemetry: this.#recordSpans(),
      ...options,
    };
    this.#shop = await TestShop.open({
      parser: parsers ? "both" : "none",
      before: (app) => this.#keepRequests(app),
      after: (app) => this.#keepErrors(app),
      options: own as object,
    });
    if (gateway === "nobody") await this.shop.gateway.close();
    else this.shop.gateway.answer = gateway;
    return this;
  }

  #recordSpans() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    this.onClose(() => context.disable());
    const processor = new SimpleSpanProcessor({ exporter: this.#spans });
    return openTelemetry({ tracerProvider: new TracerProvider({ spanProcessors: [processor] }) });
  }

  #keepRequests(app: Express): void {
    app.use((request, response, next) => {
      response.on("finish", () =>
        this.seen.requests.push(request.body, request.headers, Object.keys(request)),
      );
      next();
    });
  }

  #keepErrors(app: Express): void {
    app.get("/planted/:text", ({ params }, response) => {
      console.error(params.text);
      response.on("finish", () => this.seen.requests.push(params.text));
      throw new Error("planted", { cause: params.text });
    });
    // biome-ignore lint/complexity/useMaxParams: by its four parameters Express knows a handler of errors
    app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
      this.seen.errors.push(error);
      response.status(500).send(`failed: ${request.url}`);
    });
  }

  get shop(): TestShop {
    if (this.#shop === undefined) throw new Error("not open yet");
    return this.#shop;
  }

  get pay(): TestShop["pay"] {
    return this.shop.pay;
  }

  get spanNames(): readonly string[] {
    return this.#spans.getFinishedSpans().map(({ name }) => name);
  }

  get file(): string {
    return join(this.#folder, "shop.db");
  }

  /** Gives the status; all else is kept for the search. */
  async charge({ card = successCard, fields, ...input }: CardFormInput = {}): Promise<number> {
    const typed = { card_number: card.number, card_cvv: card.cvv, ...fields };
    const { status, raw } = await postCard(this.shop, { ...input, fields: typed });
    this.seen.responses.push(raw);
    return status;
  }

  /** As `charge`, any other request. */
  async send(path: string, request?: TestRequest): Promise<number> {
    const { status, raw } = await this.shop.send(path, request);
    this.seen.responses.push(raw);
    return status;
  }

  /** Where something of these cards or of a key is. */
  async traces(cards: readonly CanaryCard[]): Promise<Partial<Record<Kind, string[]>>> {
    const places: Record<Kind, string> = {
      ...(Object.fromEntries(
        Object.entries(this.seen).map(([kind, values]) => [
          kind,
          values.map((value) => serializeForSearch(value)).join("\n"),
        ]),
      ) as Record<keyof CardShop["seen"], string>),
      tables: this.#tables(),
      files: await this.#files(),
      spans: serializeForSearch(
        this.#spans.getFinishedSpans().map(({ name, attributes, status, events, links }) => {
          return { name, attributes, status, events, links };
        }),
      ),
      status: serializeForSearch([await this.#statuses(), await this.pay.reviewItems()]),
    };
    const found = Object.entries(places).map(
      ([kind, place]) => [kind, findCardAndKeyTraces(cards, place)] as const,
    );
    return Object.fromEntries(found.filter(([, traces]) => traces.length > 0));
  }

  #tables(): string {
    const database = new DatabaseSync(this.file, { readOnly: true });
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    const rows = tables.map(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
    database.close();
    return serializeForSearch(rows);
  }

  async #statuses(): Promise<unknown[]> {
    const started = this.seen.events.flatMap((event) =>
      "reference" in (event as object) ? [event as { reference: string }] : [],
    );
    return Promise.all(started.map(({ reference }) => this.pay.status({ reference })));
  }

  /** The database, its journal and whatever else lies beside it. */
  async #files(): Promise<string> {
    const names = await readdir(this.#folder);
    return (await Promise.all(names.map((name) => readFile(join(this.#folder, name), "latin1")))).join("\n");
  }

  #listenToPrinting(): void {
    for (const stream of [process.stdout, process.stderr]) {
      const { write } = stream;
      stream.write = (chunk: string | Uint8Array) => this.seen.printed.push(String(chunk)) > 0;
      this.#restore.push(() => {
        stream.write = write;
      });
    }
    for (const method of ["log", "error", "warn", "info", "debug"] as const) {
      const original = console[method];
      console[method] = (...values: unknown[]) => void this.seen.printed.push(...values);
      this.#restore.push(() => {
        console[method] = original;
      });
    }
  }

  onClose(undo: () => void): void {
    this.#restore.push(undo);
  }

  async close(): Promise<void> {
    for (const restore of this.#restore) restore();
    await this.#shop?.close();
    await rm(this.#folder, { recursive: true });
  }
}

const approve: FakeGateway["answer"] = (_form, response) =>
  void response.end('{"status":0,"msg":"transaction success"}');
