import type { Gateway, StartedAttempt } from "@pay-index/core";
import { catchHandlerErrors, createGateway } from "@pay-index/core/adapter";
import {
  type CardRouteDependencies,
  createCardRateLimits,
  createPaymentRouter,
  createShopPages,
  nodePlatform,
  type PaymentRouter,
} from "@pay-index/server";
import type { Request } from "express";
import { logEvent } from "./log-event.ts";
import { checkExpressOptions, type ExpressOptions } from "./options.ts";
import { createOrderPort } from "./order-port.ts";
import { type ExpressSale, toSale } from "./sale-from-request.ts";
import { defaultTickEvery, startTick } from "./tick.ts";

/** The payments of an Express shop. */
export interface PayIndex
  extends Pick<
    Gateway,
    "status" | "reviewItems" | "resolveReviewItem" | "retryReviewItem" | "sweep" | "rotateSecret"
  > {
  /** The handlers of all payment routes: `app.use("/pay", pay.router)`. Mount them at the path of `publicUrl`. */
  readonly router: PaymentRouter;
  /**
   * Submits a sale to the gateway, and returns where to send the buyer. Repeating it is safe: see `Gateway.start` of core.
   *
   * @throws PayIndexError `sale_invalid`, `merchant_missing`, `raw_cards_refused`, `too_many_attempts`, `store_unavailable`, `closed`
   */
  start(sale: ExpressSale): Promise<StartedAttempt>;
  /** Returns the hidden field `form_token` of a card form, valid for one hour. @throws PayIndexError `store_unavailable` */
  formToken(reference: string): Promise<string>;
  /** Stops the timer, waits for running work, and closes the store. Close the HTTP server first. */
  close(): Promise<void>;
}

/**
 * Creates the payments of an Express shop: checks the options, opens the store, starts the timer.
 *
 * @throws PayIndexError `options_invalid`, with the path of each mistake; what opening the store throws
 */
export async function createPayIndex<Tx>(options: ExpressOptions<Tx>): Promise<PayIndex> {
  checkExpressOptions(options);
  const { store, amountDue, onPaid, onRenewal, onSubscriptionClosed, onCycleOverdue, ...others } = options;
  const { orderPage, retryPage, pages: look, cardSale, onEvent: _, tick, tickEvery, ...coreOptions } = others;
  const onEvent = catchHandlerErrors(options.onEvent ?? logEvent);
  const pages = createShopPages(options);
  await store.open?.();
  const gateway = createGateway<Tx>({
    options: coreOptions,
    store,
    orders: createOrderPort(options),
    pages,
    platform: nodePlatform,
    onEvent,
  });
  const router = createPaymentRouter({
    gateway,
    pages,
    look,
    onEvent,
    card: cardRouteDependencies(options, { gateway, pages, onEvent }),
  });
  const stopTick = await (tick?.(gateway.tick) ?? startTick(gateway.tick, tickEvery));
  gateway.reportReady({ database: store.database ?? "a store of the shop", schedule: scheduleOf(options) });
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await stopTick();
    await gateway.close();
    await store.close();
  }

  return {
    router,
    start: async (sale) => gateway.start(toSale(sale)),
    status: gateway.status,
    reviewItems: gateway.reviewItems,
    resolveReviewItem: gateway.resolveReviewItem,
    retryReviewItem: gateway.retryReviewItem,
    sweep: gateway.sweep,
    rotateSecret: gateway.rotateSecret,
    formToken: (reference) => gateway.formToken({ reference }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function scheduleOf<Tx>({ tick, tickEvery = defaultTickEvery }: ExpressOptions<Tx>): string {
  if (tick !== undefined) return "called by the option tick";
  return tickEvery === 0 ? "none: call sweep() from a cron" : `every ${tickEvery} s`;
}

function cardRouteDependencies<Tx>(
  options: ExpressOptions<Tx>,
  shop: Pick<CardRouteDependencies, "gateway" | "pages" | "onEvent">,
): CardRouteDependencies | undefined {
  const { cardSale, publicUrl, website } = options;
  if (cardSale === undefined) return undefined;
  const own = website === undefined ? [publicUrl] : [publicUrl, website];
  const origins = new Set(own.map((address) => new URL(address).origin));
  const limits = createCardRateLimits();
  return {
    ...shop,
    parts: 1,
    book: ([reference = ""]) => ({ tenant: "default", reference }),
    async sale({ path: [reference = ""], request, card }) {
      // The router is Express's, and so is what it was handed.
      const asked = request as Request;
      const sale = await cardSale.call(options, { reference, request: asked });
      return sale && toSale({ ...sale, card, request: asked } as ExpressSale);
    },
    origins,
    limits,
  };
}
