import { createRequire } from "node:module";
import { join } from "node:path";
import { cwd } from "node:process";
import { pathToFileURL } from "node:url";
import { assertNoOptionProblems, isProduction } from "@pay-index/server";
import {
  type OpenShop,
  openShop,
  type RequestHandlers,
  type Shop,
  type ShopOptions,
  type ShopSale,
  type ShopStaffOptions,
} from "@pay-index/server/shop";
import type { NextRequest } from "next/server.js";

/** The options of core, and those of a Next.js shop. */
export interface NextOptions<Tx> extends ShopOptions<Tx, NextRequest> {
  /**
   * Returns the address of whoever sent a request, from a header that your proxy or platform sets: Next.js has no address of the connection.
   * The limits for failed notifications and cards depend on it.
   *
   * @example
   * clientAddress: (headers) => headers.get("x-real-ip") ?? undefined
   */
  clientAddress(headers: Headers): string | undefined;
}

/** The staff pages of a Next.js shop. */
export type StaffOptions = ShopStaffOptions<NextRequest>;

/** The buyer's request: in a server action, `await headers()`. */
export type BuyerRequest = NextRequest | Headers;

/** The input of `start`. */
export type NextSale = ShopSale<BuyerRequest>;

type Method = "GET" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";
type Parameters = Readonly<Record<string, string | string[] | undefined>>;

/** The handlers of a catch-all route, by method. */
export type RouteHandlers = Readonly<
  Record<
    Method,
    (request: NextRequest, context: { readonly params: Promise<Parameters> }) => Promise<Response>
  >
>;

/** The payments of a Next.js shop. Nothing is opened before the first request, because a build also loads this module. */
export interface PayIndex {
  /** The handlers of all payment routes, in `app/pay/[[...path]]/route.ts`. The folder is the path of `publicUrl`. */
  readonly handlers: RouteHandlers;
  /** The handlers of the staff pages and their API, in `app/staff/[[...path]]/route.ts`. They need the option `staff`. */
  readonly staffHandlers: RouteHandlers;
  /**
   * Checks the options, opens the store, and starts the timer, once in a process. Also throws the errors of the store; the next call tries
   * again.
   *
   * @throws PayIndexError `options_invalid`, with the path of each mistake
   */
  open(): Promise<Shop<BuyerRequest>>;
}

interface LazyShop {
  readonly open: () => Promise<OpenShop<BuyerRequest>>;
  opening?: Promise<OpenShop<BuyerRequest>> | undefined;
}

const scope = globalThis as { payIndexShops?: Map<string, LazyShop> };
scope.payIndexShops ??= new Map();

/** By `publicUrl`. Next.js loads a module once for pages and once for routes, and in development after each change. */
const shops = scope.payIndexShops;

/**
 * Creates the payments of a Next.js shop. A second call in the process with the same `publicUrl` has the payments of the first one; in
 * development, it replaces them.
 *
 * @throws PayIndexError `options_invalid` without `clientAddress`
 * @example
 * ```ts
 * export const payments = createPayIndex(options);
 * ```
 */
export function createPayIndex<Tx>(options: NextOptions<Tx>): PayIndex {
  const { clientAddress, ...shopOptions } = Object(options) as NextOptions<Tx>;
  const message = "is required: a function that reads the address from a header of your proxy or platform";
  assertNoOptionProblems(typeof clientAddress === "function" ? [] : [{ path: "clientAddress", message }]);
  const { publicUrl } = shopOptions;
  const created: LazyShop = {
    open: () =>
      openShop<Tx, BuyerRequest>(shopOptions, {
        browserOf: (request) => {
          // The headers of `headers()` also have a property `headers`.
          const headers = "get" in request ? request : request.headers;
          return { ip: clientAddress(headers), userAgent: headers.get("user-agent") ?? undefined };
        },
        staffApp: findStaffApp,
      }),
  };
  const before = shops.get(publicUrl);
  if (before === undefined || !isProduction()) shops.set(publicUrl, created);
  if (!isProduction()) before?.opening?.then(({ shop }) => shop.close()).catch(() => undefined);
  const open = () => openOnce(shops.get(publicUrl) ?? created);
  const toHandlers = (handlersOf: (opened: OpenShop<BuyerRequest>) => RequestHandlers): RouteHandlers => {
    const handler: RouteHandlers["GET"] = async (request, context) => {
      const { fetch } = handlersOf(await open());
      const mount = mountOf(request, await context.params);
      const remoteAddress = clientAddress(request.headers);
      return fetch(request, { mount, remoteAddress, hostRequest: request });
    };
    const read = { GET: handler, OPTIONS: handler };
    return { ...read, POST: handler, PUT: handler, PATCH: handler, DELETE: handler };
  };
  return {
    handlers: toHandlers(({ server }) => server),
    staffHandlers: toHandlers(({ staffPages }) => staffPages()),
    open: async () => (await open()).shop,
  };
}

function openOnce(shop: LazyShop): Promise<OpenShop<BuyerRequest>> {
  shop.opening ??= shop.open().catch((error: unknown) => {
    shop.opening = undefined;
    throw error;
  });
  return shop.opening;
}

/** A bundle has no `import.meta.resolve`. The shop's folder is where Next.js runs. */
function findStaffApp(): URL {
  const page = "@pay-index/staff/app/index.html";
  if (typeof import.meta.resolve === "function") return new URL(import.meta.resolve(page));
  const installed = createRequire(join(cwd(), "package.json")).resolve("@pay-index/next");
  return pathToFileURL(createRequire(installed).resolve(page));
}

/** Returns the path before the parts that a catch-all route matched, whatever a proxy has put there. */
function mountOf({ url }: NextRequest, parameters: Parameters): string {
  const caught = Object.values(parameters).find(Array.isArray) ?? [];
  const path = new URL(url).pathname.replace(/\/+$/, "").split("/");
  return path.slice(0, path.length - caught.length).join("/");
}
