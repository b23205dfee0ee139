import type { PaymentRouterHandlers } from "@pay-index/server";
import {
  openShop,
  type Shop,
  type ShopOptions,
  type ShopSale,
  type ShopStaffOptions,
} from "@pay-index/server/shop";
import type { Request, RequestHandler } from "express";

/** The options of core, and those of an Express shop. */
export interface ExpressOptions<Tx> extends ShopOptions<Tx, Request> {}

/** The staff pages of an Express shop. */
export type StaffOptions = ShopStaffOptions<Request>;

/** The input of `pay.start`. `request` is Express's request: behind a proxy, set `trust proxy`. */
export type ExpressSale = ShopSale<Request>;

/** The payments of an Express shop. */
export interface PayIndex extends Shop<Request> {
  /** The handlers of all payment routes: `app.use("/pay", pay.router)`. Mount them at the path of `publicUrl`. */
  readonly router: PaymentRouterHandlers;
  /**
   * Returns the handler of the staff pages and their API: `app.use("/staff", pay.staff())`.
   *
   * @throws PayIndexError `options_invalid` without the option `staff`, which says who is signed in
   */
  staff(): RequestHandler;
}

/**
 * Creates the payments of an Express shop: checks the options, opens the store, starts the timer. Also throws the errors of the store.
 *
 * @throws PayIndexError `options_invalid`, with the path of each mistake
 * @example
 * ```ts
 * const pay = await createPayIndex(options);
 * app.use("/pay", pay.router);
 * ```
 */
export async function createPayIndex<Tx>(options: ExpressOptions<Tx>): Promise<PayIndex> {
  const { shop, server, staffPages } = await openShop(options, {
    browserOf: ({ ip, headers }) => ({ ip, userAgent: headers["user-agent"] }),
    staffApp: () => new URL(import.meta.resolve("@pay-index/staff/app/index.html")),
  });
  return {
    ...shop,
    router: server.router,
    staff: () => {
      const { listener } = staffPages();
      return (request, response, next) => void listener(request, response).catch(next);
    },
  };
}
