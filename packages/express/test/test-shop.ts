import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { PayIndexEvent } from "@pay-index/core";
import { openShop, type ShopOptions } from "@pay-index/server/shop";
import express5, { type Express, type RequestHandler } from "express";
import express4 from "express4";
import { createPayIndex, type ExpressOptions, type ExpressSale, money, type PayIndex } from "../src/index.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { MemoryExpressStore, type MemoryTx } from "./memory-express-store.ts";
import { notificationFields, signFields } from "./signed-notification.ts";

export const expressVersions = { 4: express4, 5: express5 } as const;
export type ExpressVersion = keyof typeof expressVersions;

type Parsers = (of: typeof express5) => RequestHandler[];

export const bodyParsers: Record<"none" | "json" | "simple" | "extended" | "both" | "raw" | "text", Parsers> =
  {
    none: () => [],
    json: (of) => [of.json()],
    simple: (of) => [of.urlencoded({ extended: false })],
    extended: (of) => [of.urlencoded({ extended: true })],
    both: (of) => [of.json(), of.urlencoded({ extended: true })],
    raw: (of) => [of.raw({ type: "*/*" })],
    text: (of) => [of.text({ type: "*/*" })],
  };

export const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phone: "5550100",
  country: "GB",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0",
};

export const hostedSaleInput = (reference = "order-1"): ExpressSale => ({
  reference,
  variant: "hosted",
  amount: money(1999, "USD"),
  buyer,
});

/** Opens the payments on a framework. */
export type ShopOpener = (
  options: ExpressOptions<MemoryTx>,
  setup: ShopSetup & { readonly mount: string },
) => Promise<{ readonly pay: PayIndex; readonly listener: RequestListener }>;

export interface ShopSetup {
  /** A version of Express, `fetch` for the web-standard handler behind a server of Node, or another framework. */
  readonly release?: ExpressVersion | "fetch" | ShopOpener;
  readonly parser?: keyof typeof bodyParsers;
  /** Creates the server of the shop. Default: one of HTTP/1.1. */
  readonly createServer?: () => Server;
  readonly mount?: string;
  readonly options?: Partial<ExpressOptions<MemoryTx>>;
  /** What else the app has, before the router. */
  readonly before?: (app: Express) => void;
  /** What else the app has, after the router. */
  readonly after?: (app: Express, pay: PayIndex) => void;
}

export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes have no content type, unless the headers name it. */
  readonly body?: string | Uint8Array | Record<string, string>;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The whole answer as it went over the wire, status line first. */
  readonly raw: string;
}

const openShops: TestShop[] = [];

/** Closes what a test opened. */
export async function closeShops(): Promise<void> {
  await Promise.all(openShops.splice(0).map((shop) => shop.close()));
}

const openOnExpress: ShopOpener = async (options, { release, parser = "none", mount, before, after }) => {
  const pay = await createPayIndex(options);
  const express = expressVersions[release === 4 ? 4 : 5];
  const app = express();
  for (const parse of bodyParsers[parser](express)) app.use(parse);
  before?.(app);
  app.use(mount, pay.router);
  after?.(app, pay);
  return { pay, listener: app };
};

/** As Express with `trust proxy`. */
const clientAddress = ({ headers }: Request) => headers.get("x-forwarded-for")?.split(",", 1)[0]?.trim();

const openOnFetch: ShopOpener = async (options, { mount }) => {
  const { shop, server } = await openShop(options as unknown as ShopOptions<MemoryTx, Request>, {
    browserOf: (request) => ({
      ip: clientAddress(request),
      userAgent: request.headers.get("user-agent") ?? undefined,
    }),
    staffApp: () => new URL("file:///"),
  });
  const listener = getRequestListener(
    (request, env) => {
      const { remoteAddress } = (env as HttpBindings).incoming.socket;
      return server.fetch(request, { mount, remoteAddress, ip: clientAddress(request) });
    },
    { overrideGlobalObjects: false },
  );
  // The tests of the routes read neither the router nor the staff pages.
  return {
    pay: shop as unknown as PayIndex,
    listener: (request, response) => void listener(request, response),
  };
};

/** A shop on a real framework, behind a real socket, with a real gateway to talk to. */
export class TestShop {
  readonly store = new MemoryExpressStore();
  readonly events: PayIndexEvent[] = [];
  /** What `onPaid` wrote in its transaction. */
  readonly orders: string[] = [];
  /** How often `onPaid` was called. */
  calls = 0;
  onPaid: ExpressOptions<MemoryTx>["onPaid"] = ({ payment, tx }) => {
    tx.write(() => this.orders.push(payment.reference));
  };
  readonly gateway: FakeGateway;
  readonly mount: string;
  readonly #server: Server;
  // biome-ignore lint/style/useReadonlyClassProperties: it is set once the server has an address
  #pay: PayIndex | undefined;

  private constructor(gateway: FakeGateway, server: Server, mount: string) {
    this.gateway = gateway;
    this.#server = server;
    this.mount = mount;
  }

  static async open(setting: ShopSetup = {}): Promise<TestShop> {
    const server = (setting.createServer ?? createServer)();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const shop = new TestShop(await new FakeGateway().open(), server, setting.mount ?? "/pay");
    openShops.push(shop);
    const { release } = setting;
    const openFramework = release === "fetch" ? openOnFetch : openOnExpress;
    const open = typeof release === "function" ? release : openFramework;
    const { pay, listener } = await open(shop.options(setting.options), { ...setting, mount: shop.mount });
    shop.#pay = pay;
    server.on("request", listener);
    return shop;
  }

  get pay(): PayIndex {
    if (this.#pay === undefined) throw new Error("not open yet");
    return this.#pay;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get publicUrl(): string {
    return this.mount === "/" ? this.origin : this.origin + this.mount;
  }

  options(more: Partial<ExpressOptions<MemoryTx>> = {}): ExpressOptions<MemoryTx> {
    return {
      gateway: this.gateway.url,
      sandbox: true,
      publicUrl: this.publicUrl,
      merchants: [{ id: "10002", key: "sandbox-hosted-key" }],
      store: this.store,
      amountDue: () => money(1999, "USD"),
      onPaid: (paid) => {
        this.calls++;
        return this.onPaid(paid);
      },
      orderPage: ({ reference, state }) => `/orders/${reference}?state=${state}`,
      retryPage: ({ reference }) => `/retry/${reference}`,
      onEvent: (event) => this.events.push(event),
      tickEvery: 0,
      ...more,
    };
  }

  /** Resolves when the head of the next request has arrived. */
  async requested(): Promise<void> {
    await once(this.#server, "request");
  }

  start(sale: ExpressSale = hostedSaleInput()) {
    return this.pay.start(sale);
  }

  /** Addresses that the gateway was given, below this server. */
  get notifyPath(): string {
    return new URL(this.gateway.lastForm.get("pay_notifyurl") ?? "").pathname;
  }

  get returnPath(): string {
    return new URL(this.gateway.lastForm.get("pay_callbackurl") ?? "").pathname;
  }

  pathOf(word: string): string {
    return this.returnPath.replace("/return/", `/${word}/`);
  }

  /** Posts a signed notification about the last submission. */
  notify(more: Record<string, string> = {}): Promise<TestResponse> {
    const body = signFields(notificationFields(this.gateway.lastForm, more));
    return this.send(this.notifyPath, { body });
  }

  async state(reference = "order-1"): Promise<string> {
    return (await this.pay.status({ reference })).state;
  }

  async itemKinds(reference = "order-1"): Promise<string[]> {
    return (await this.pay.status({ reference })).reviewItems.map(({ kind }) => kind).sort();
  }

  get refusals(): string[] {
    return this.events.flatMap((event) => (event.event === "notification-refused" ? [event.code] : []));
  }

  /** One exchange. A body makes it a POST of a form, unless it is bytes. Redirects are not followed. */
  async send(path: string, { method, headers = {}, body }: TestRequest = {}): Promise<TestResponse> {
    const url = new URL(path, this.origin);
    const isBytes = body instanceof Uint8Array;
    const payload = typeof body === "object" && !isBytes ? new URLSearchParams(body).toString() : body;
    const form = body === undefined || isBytes ? {} : { "content-type": "application/x-www-form-urlencoded" };
    const request = httpRequest(url, {
      method: method ?? (payload === undefined ? "GET" : "POST"),
      headers: { ...form, ...headers },
      agent: false,
    });
    request.end(payload);
    return new Promise((resolve, reject) => {
      request.on("error", reject);
      request.on("response", async (response) => {
        const content = await text(response);
        const head = `${response.statusMessage}\n${response.rawHeaders.join("\n")}`;
        const { statusCode = 0, headers: got } = response;
        resolve({ status: statusCode, headers: got, body: content, raw: `${head}\n\n${content}` });
      });
    });
  }

  async close(): Promise<void> {
    this.store.down = false;
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.gateway.close();
    await this.#pay?.close();
  }
}
