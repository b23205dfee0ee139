import { expect } from "vitest";
import { keepAliveProxy, type ReverseProxy } from "./keep-alive-proxy.ts";
import { RawConnection, type RawReply } from "./raw-connection.ts";
import { plainRequest } from "./requests.ts";

/** A shop under test, and the addresses of a payment that waits for its notification. */
export interface ReachableShop {
  readonly origin: string;
  /** Paths on that origin, with their tokens. */
  readonly notifyPath: string;
  readonly returnPath: string;
}

export type OpenShop = () => Promise<ReachableShop> | ReachableShop;

/** Milliseconds in which a connection has to serve its next request. A connection that stalls is closed after five seconds. */
export const prompt = 1_500;
/** Milliseconds in which a request that never ends has to be answered. */
export const patience = 4_000;

/** What a request is for, and what a shop answers when its body is too large. */
export interface Target {
  readonly path: (shop: ReachableShop) => string;
  readonly method?: string;
  readonly answer: string;
}

export const targets = {
  "a notification": { path: ({ notifyPath }) => notifyPath, answer: "413 large" },
  "an address without a payment": {
    path: ({ notifyPath }) => notifyPath.replace(/.{26}$/, "0".repeat(26)),
    answer: "404 unknown",
  },
  "an unknown route": {
    path: ({ notifyPath }) => notifyPath.replace(/\/notify\/.*/, "/nothing"),
    answer: "404 unknown",
  },
  "another method": { path: ({ notifyPath }) => notifyPath, method: "PUT", answer: "405 method" },
  "a return": { path: ({ returnPath }) => returnPath, answer: "303 " },
} as const satisfies Record<string, Target>;

export function lineFor({ path, method }: Target, shop: ReachableShop) {
  return { path: path(shop), ...(method === undefined ? {} : { method }) };
}

/** Opens connections and proxies, and closes them after each test. */
export class Visits {
  readonly #open: OpenShop;
  readonly #opened: { close(): unknown }[] = [];

  constructor(open: OpenShop) {
    this.#open = open;
  }

  async connect() {
    const shop = await this.#open();
    return { shop, connection: await this.connectTo(shop) };
  }

  async connectTo({ origin }: Pick<ReachableShop, "origin">): Promise<RawConnection> {
    const connection = await RawConnection.open(origin);
    this.#opened.push(connection);
    return connection;
  }

  async behindProxy(): Promise<{ shop: ReachableShop; proxy: ReverseProxy }> {
    const shop = await this.#open();
    const proxy = await keepAliveProxy(shop.origin);
    this.#opened.push(proxy);
    return { shop, proxy };
  }

  async close(): Promise<void> {
    for (const each of this.#opened.splice(0)) await each.close();
  }
}

export const textOf = ({ status, body }: RawReply) => `${status} ${body}`;
export const isClosing = ({ headers }: RawReply) => headers.connection === "close";

/** A request that every shop refuses without a look at its database. */
export function visit({ notifyPath }: ReachableShop): string {
  return plainRequest({ path: notifyPath });
}

export async function expectPrompt(shop: ReachableShop, connection: RawConnection): Promise<void> {
  const sent = performance.now();
  connection.send(visit(shop));
  expect((await connection.reply()).status).toBe(405);
  expect(performance.now() - sent).toBeLessThan(prompt);
}
