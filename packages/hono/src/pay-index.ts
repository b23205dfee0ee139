import { assertNoOptionProblems } from "@pay-index/server";
import {
  mountOfRoute,
  openShop,
  type RequestHandlers,
  type Shop,
  type ShopOptions,
  type ShopSale,
  type ShopStaffOptions,
} from "@pay-index/server/shop";
import type { Context, Handler } from "hono";
import type { GetConnInfo } from "hono/conninfo";
import { routePath } from "hono/route";

/** The options of core, and those of a Hono shop. */
export interface HonoOptions<Tx> extends ShopOptions<Tx, Context> {
  /** Returns the connection of a request: `getConnInfo` of `@hono/node-server/conninfo`, or of the runtime that you use. */
  readonly connInfo: GetConnInfo;
  /**
   * Returns the buyer's IP address, if a proxy of the shop sends it, such as in a header. Default: the address of the connection. For the
   * gateway's address, set `notifyFrom.proxies`.
   */
  readonly clientAddress?: (context: Context) => string | undefined;
}

/** The staff pages of a Hono shop. */
export type StaffOptions = ShopStaffOptions<Context>;

/** The input of `pay.start`. `request` is the context of the buyer's request. */
export type HonoSale = ShopSale<Context>;

/** The payments of a Hono shop. */
export interface PayIndex extends Shop<Context> {
  /**
   * The handler of all payment routes: `app.all("/pay/*", pay.handler)`. Mount it at the path of `publicUrl`. At the root of the site,
   * it leaves other paths to the routes that follow.
   */
  readonly handler: Handler;
  /**
   * Returns the handler of the staff pages and their API: `app.all("/staff/*", pay.staff())`.
   *
   * @throws PayIndexError `options_invalid` without the option `staff`, which says who is signed in
   */
  staff(): Handler;
}

/**
 * Creates the payments of a Hono shop: checks the options, opens the store, starts the timer. Also throws the errors of the store.
 *
 * @throws PayIndexError `options_invalid`, with the path of each mistake
 * @example
 * ```ts
 * const pay = await createPayIndex(options);
 * app.all("/pay/*", pay.handler);
 * ```
 */
export async function createPayIndex<Tx>(options: HonoOptions<Tx>): Promise<PayIndex> {
  const { connInfo, clientAddress, ...shopOptions } = Object(options) as HonoOptions<Tx>;
  const message = "is required: getConnInfo of @hono/node-server/conninfo, or of your runtime";
  assertNoOptionProblems(typeof connInfo === "function" ? [] : [{ path: "connInfo", message }]);
  const addressesOf = (context: Context) => {
    const remoteAddress = connInfo(context).remote.address;
    return { remoteAddress, ip: clientAddress?.(context) ?? remoteAddress };
  };
  const { shop, server, staffPages } = await openShop<Tx, Context>(shopOptions, {
    browserOf: (context) => ({ ip: addressesOf(context).ip, userAgent: context.req.header("user-agent") }),
    staffApp: () => new URL(import.meta.resolve("@pay-index/staff/app/index.html")),
  });
  const toHandler = ({ fetch }: RequestHandlers, owns: (path: string) => boolean): Handler => {
    return (context, next) => {
      const request = context.req.raw;
      const { pathname } = new URL(request.url);
      const mount = mountOfRoute(routePath(context), pathname);
      if (mount === "" && !owns(pathname)) return next();
      return fetch(request, { ...addressesOf(context), mount, hostRequest: context });
    };
  };
  return {
    ...shop,
    handler: toHandler(server, server.ownsPath),
    staff: () => toHandler(staffPages(), () => true),
  };
}
