import { expect } from "vitest";
import { type ReverseProxy, startKeepAliveProxy } from "./keep-alive-proxy.ts";
import { RawConnection, type RawReply } from "./raw-connection.ts";
import { requestWithoutBody } from "./raw-requests.ts";

/** The origin of a shop, and the paths that it submitted for one payment, which waits for its notification. */
export interface SubmittedPaymentAddresses {
  readonly origin: string;
  /** Paths on that origin, including their tokens. */
  readonly notifyPath: string;
  readonly returnPath: string;
}

export type OpenShopPayment = () => Promise<SubmittedPaymentAddresses> | SubmittedPaymentAddresses;

/** Milliseconds in which a connection has to answer. The shop closes a stalled connection after five seconds. */
export const maxReplyMilliseconds = 4_800;

/** The target of a request, and the shop's answer if its body is too large. */
export interface RequestTarget {
  readonly path: (shop: SubmittedPaymentAddresses) => string;
  readonly method?: string;
  readonly answer: string;
}

export const requestTargets = {
  "a notification": { path: ({ notifyPath }) => notifyPath, answer: "413 large" },
  "an address without a payment": {
    path: ({ notifyPath }) => notifyPath.replace(/.{26}$/, "0".repeat(26)),
    answer: "404 unknown",
  },
  "an unknown route": {
    path: ({ notifyPath }) => notifyPath.replace(/\/notify\/.*/, "/nothing"),
    answer: "404 unknown",
  },
  "another method": { path: ({ notifyPath }) => notifyPath, method: "PUT", answer: "413 large" },
  "a return": { path: ({ returnPath }) => returnPath, answer: "303 " },
} as const satisfies Record<string, RequestTarget>;

export function resolveRequestTarget({ path, method }: RequestTarget, shop: SubmittedPaymentAddresses) {
  return { path: path(shop), ...(method === undefined ? {} : { method }) };
}

/** Opens connections and proxies, and closes them after each test. */
export class TestConnections {
  readonly #open: OpenShopPayment;
  readonly #opened: { close(): unknown }[] = [];

  constructor(open: OpenShopPayment) {
    this.#open = open;
  }

  async connect() {
    const shop = await this.#open();
    return { shop, connection: await this.connectTo(shop) };
  }

  async connectTo({ origin }: Pick<SubmittedPaymentAddresses, "origin">): Promise<RawConnection> {
    const connection = await RawConnection.open(origin);
    this.#opened.push(connection);
    return connection;
  }

  async behindProxy(): Promise<{ shop: SubmittedPaymentAddresses; proxy: ReverseProxy }> {
    const shop = await this.#open();
    const proxy = await startKeepAliveProxy(shop.origin);
    this.#opened.push(proxy);
    return { shop, proxy };
  }

  async close(): Promise<void> {
    for (const each of this.#opened.splice(0)) await each.close();
  }
}

export const statusAndBodyText = ({ status, body }: RawReply) => `${status} ${body}`;
export const closesConnection = ({ headers }: RawReply) => headers.connection === "close";

/** Returns a request that every shop refuses without a database query. */
export function requestWithWrongMethod({ notifyPath }: SubmittedPaymentAddresses): string {
  return requestWithoutBody({ path: notifyPath });
}

export async function expectPromptReply(
  shop: SubmittedPaymentAddresses,
  connection: RawConnection,
): Promise<void> {
  const sent = performance.now();
  connection.send(requestWithWrongMethod(shop));
  expect((await connection.reply()).status).toBe(405);
  expect(performance.now() - sent).toBeLessThan(maxReplyMilliseconds);
}
