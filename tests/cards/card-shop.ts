import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, request as httpRequest, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
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
import {
  type CardSaleWithoutCardDetails,
  createPayIndex,
  type ExpressOptions,
  money,
  type PayIndex,
} from "@pay-index/express";
import { openTelemetry } from "@pay-index/opentelemetry";
import { sqlite } from "@pay-index/sqlite";
import express, { type NextFunction, type Request, type Response } from "express";

export interface CardShopSettings {
  /** The gateway's answer; the form is what it was sent. Undefined: nobody listens there. */
  readonly gateway?: ((form: URLSearchParams, body: string, response: ServerResponse) => void) | "nobody";
  readonly parsers?: boolean;
  readonly options?: Partial<ExpressOptions<DatabaseSync>>;
}

export interface CardFormInput {
  readonly card?: CanaryCard;
  readonly reference?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the form. */
  readonly body?: string;
}

export const createSale = ({ reference }: { reference: string }): CardSaleWithoutCardDetails => ({
  reference,
  variant: "card",
  amount: money(1999, "USD"),
  buyer: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "5550100",
    country: "GB",
  },
  items: [{ name: "Tea", price: 1999, quantity: 1 }],
});

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
  readonly forms: URLSearchParams[] = [];
  readonly #servers: Server[] = [];
  readonly #restore: (() => void)[] = [];
  readonly #spans = new InMemorySpanExporter();
  #folder = "";
  #pay: PayIndex | undefined;

  async open({ gateway = approve, parsers = false, options = {} }: CardShopSettings): Promise<this> {
    this.#folder = await mkdtemp(join(tmpdir(), "pay-index-"));
    this.#listenToPrinting();
    const gatewayUrl = await this.#openGateway(gateway);
    const app = express();
    const url = await this.#listen(createServer(app));
    this.#pay = await createPayIndex<DatabaseSync>({
      gateway: gatewayUrl,
      sandbox: true,
      acceptRawCards: true,
      publicUrl: `${url}/pay`,
      merchants: [{ id: "10001", key: canaryMerchantKeys[0], previousKeys: [canaryMerchantKeys[1]] }],
      store: sqlite(this.file, { lockWait: 0.05 }),
      amountDue: () => money(1999, "USD"),
      onPaid: () => {},
      orderPage: ({ reference }) => `/orders/${reference}`,
      cardSale: createSale,
      onEvent: (event) => this.seen.events.push(event),
      telemetry: this.#recordSpans(),
      tickEvery: 0,
      ...options,
    });
    this.#build(app, parsers);
    return this;
  }

  #recordSpans() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    this.onClose(() => context.disable());
    const processor = new SimpleSpanProcessor({ exporter: this.#spans });
    return openTelemetry({ tracerProvider: new TracerProvider({ spanProcessors: [processor] }) });
  }

  #build(app: express.Express, parsers: boolean): void {
    if (parsers) app.use(express.json(), express.urlencoded({ extended: true }));
    app.use((request, response, next) => {
      response.on("finish", () =>
        this.seen.requests.push(request.body, request.headers, Object.keys(request)),
      );
      next();
    });
    app.use("/pay", this.pay.router);
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

  get pay(): PayIndex {
    if (this.#pay === undefined) throw new Error("not open yet");
    return this.#pay;
  }

  get spanNames(): readonly string[] {
    return this.#spans.getFinishedSpans().map(({ name }) => name);
  }

  get file(): string {
    return join(this.#folder, "shop.db");
  }

  get origin(): string {
    return urlOf(this.#servers.at(-1));
  }

  get lastForm(): URLSearchParams {
    return this.forms.at(-1) ?? new URLSearchParams();
  }

  async charge({
    card = successCard,
    reference = "order-1",
    fields,
    headers,
    body,
  }: CardFormInput = {}): Promise<number> {
    const form = {
      card_number: card.number,
      card_month: "12",
      card_year: "2099",
      card_cvv: card.cvv,
      form_token: (await this.pay.cardForm({ reference })).formToken,
      ...fields,
    };
    const type = "application/x-www-form-urlencoded";
    return this.send(`/pay/card/default/${reference}`, {
      headers: { "content-type": type, origin: this.origin, "user-agent": "Lynx/2.9", ...headers },
      body: body ?? new URLSearchParams(form).toString(),
    });
  }

  /** Gives the status; all else is kept for the search. */
  async send(
    path: string,
    { headers, body }: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<number> {
    const method = body === undefined ? "GET" : "POST";
    const request = httpRequest(new URL(path, this.origin), {
      method,
      agent: false,
      ...(headers && { headers }),
    });
    request.end(body);
    const [response] = await once(request, "response");
    this.seen.responses.push([response.statusMessage, response.rawHeaders, await text(response)]);
    return response.statusCode;
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

  async #openGateway(answer: NonNullable<CardShopSettings["gateway"]>): Promise<string> {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      const form = new URLSearchParams(body);
      this.forms.push(form);
      if (answer !== "nobody") answer(form, body, response);
    });
    const url = await this.#listen(server);
    if (answer === "nobody") await close(this.#servers.pop());
    return url;
  }

  async #listen(server: Server): Promise<string> {
    this.#servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return urlOf(server);
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
    for (const server of this.#servers) await close(server);
    await this.#pay?.close();
    await rm(this.#folder, { recursive: true });
  }
}

const approve = (_form: URLSearchParams, _body: string, response: ServerResponse) =>
  void response.end('{"status":0,"msg":"transaction success"}');

function urlOf(server: Server | undefined): string {
  const { port } = (server?.address() ?? { port: 0 }) as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function close(server: Server | undefined): Promise<void> {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
}
