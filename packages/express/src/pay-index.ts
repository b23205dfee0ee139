import { type Capabilities, type Gateway, PayIndexError, type StartedAttempt } from "@pay-index/core";
import {
  type CardSaleSource,
  cardFormActionUrl,
  createPaymentServer,
  createRequestHandlers,
  type PaymentRouterHandlers,
  type PaymentServer,
  type RequestHandlers,
} from "@pay-index/server";
import type { Request, RequestHandler } from "express";
import { logEvent } from "./log-event.ts";
import { checkExpressOptions, type ExpressOptions, type StaffOptions } from "./options.ts";
import { createOrderPort } from "./order-port.ts";
import { type ExpressSale, toCoreSale } from "./sale-from-request.ts";
import { defaultTickSeconds, startTick } from "./tick.ts";

/** The order that a card form pays. */
export interface CardFormOrderReference {
  readonly reference: string;
  /** Default: `default`. */
  readonly tenant?: string;
}

/** What the shop's page needs for its card form. */
export interface CardFormActionAndToken {
  /** The form's `action`: an absolute address. */
  readonly action: string;
  /** The value of the hidden field `form_token`. */
  readonly formToken: string;
}

/** The payments of an Express shop. */
export interface PayIndex
  extends Pick<
    Gateway,
    | "status"
    | "attempts"
    | "health"
    | "reviewItems"
    | "resolveReviewItem"
    | "retryReviewItem"
    | "refund"
    | "requestRefund"
    | "query"
    | "queryAttempts"
    | "reconcile"
    | "compareStatement"
    | "cancelSubscription"
    | "sweep"
    | "rotateSecret"
    | "disputeWebhooks"
    | "createPaymentLink"
    | "withdrawPaymentLink"
    | "paymentLinks"
    | "replay"
    | "forget"
  > {
  /** The handlers of all payment routes: `app.use("/pay", pay.router)`. Mount them at the path of `publicUrl`. */
  readonly router: PaymentRouterHandlers;
  /**
   * Returns the handler of the staff pages and their API: `app.use("/staff", pay.staff())`.
   *
   * @throws PayIndexError `options_invalid` without the option `staff`, which says who is signed in
   */
  staff(): RequestHandler;
  /** What these payments can do, and for the rest how to do it by hand. */
  readonly capabilities: Capabilities;
  /**
   * Submits a sale to the gateway, and returns where to send the buyer. Repeating it is safe: see `Gateway.start` of
   * core.
   *
   * @throws PayIndexError `sale_invalid`, `merchant_missing`, `merchants_unavailable`, `raw_cards_refused`,
   * `too_many_attempts`, `store_unavailable`, `gateway_closed`
   */
  start(sale: ExpressSale): Promise<StartedAttempt>;
  /**
   * Returns the address and the hidden field `form_token` of a card form, valid for one hour. Call it for an order that this buyer may
   * pay: the token permits the form to pay this order of this tenant, and no other.
   *
   * @throws PayIndexError `sale_invalid`, `merchant_missing`, `merchants_unavailable`, `store_unavailable`
   */
  cardForm(order: CardFormOrderReference): Promise<CardFormActionAndToken>;
  /** Stops the timer, waits for running work, and closes the store. Close the HTTP server first. */
  close(): Promise<void>;
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
  checkExpressOptions(options);
  const { store, tick, tickEvery, staff } = options;
  const coreOptions = coreOptionsOf(options);
  await store.open?.();
  const server = createPaymentServer<Tx>({
    options: coreOptions,
    hostOptions: options,
    store,
    orders: createOrderPort(options),
    logEvent,
    cards: cardSalesOf(options),
  });
  const { gateway, router } = server;
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
    staff: () => createStaffHandler(server, staff),
    capabilities: gateway.capabilities(),
    start: async (sale) => gateway.start(toCoreSale(sale)),
    status: gateway.status,
    attempts: gateway.attempts,
    health: gateway.health,
    reviewItems: gateway.reviewItems,
    resolveReviewItem: gateway.resolveReviewItem,
    retryReviewItem: gateway.retryReviewItem,
    sweep: gateway.sweep,
    rotateSecret: gateway.rotateSecret,
    disputeWebhooks: gateway.disputeWebhooks,
    createPaymentLink: gateway.createPaymentLink,
    withdrawPaymentLink: gateway.withdrawPaymentLink,
    paymentLinks: gateway.paymentLinks,
    replay: gateway.replay,
    forget: gateway.forget,
    refund: gateway.refund,
    requestRefund: gateway.requestRefund,
    query: gateway.query,
    queryAttempts: gateway.queryAttempts,
    reconcile: gateway.reconcile,
    compareStatement: gateway.compareStatement,
    cancelSubscription: gateway.cancelSubscription,
    cardForm: async ({ reference, tenant = "default" }) => ({
      action: cardFormActionUrl(coreOptions, [tenant, reference]),
      formToken: await gateway.formToken({ reference, tenant }),
    }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Leaves out what the adapter adds to the options of core. */
function coreOptionsOf<Tx>(options: ExpressOptions<Tx>) {
  const {
    store,
    amountDue,
    onPaid,
    onRenewal,
    onSubscriptionClosed,
    onCycleFailed,
    onCycleOverdue,
    ...others
  } = options;
  const { onDispute, onRefunded, onRefundFailed, orderPage, retryPage, pages, cardSale, ...rest } = others;
  const { linkSale, notifyFrom, onEvent, telemetry, staff, tick, tickEvery, ...coreOptions } = rest;
  return coreOptions;
}

/** Creates the pages of staff, which are loaded with the first request. @throws PayIndexError `options_invalid` */
function createStaffHandler(
  { staffApi: api, onEvent }: PaymentServer,
  options: StaffOptions | undefined,
): RequestHandler {
  if (options === undefined) {
    const message = "is required: an object with the function member, which says who is signed in";
    const problems = [{ path: "staff", message }];
    throw new PayIndexError("options_invalid", "The pages of staff cannot start.", { problems });
  }
  let loading: Promise<RequestHandlers> | undefined;
  const load = async () => {
    const { createStaffPages } = await import("@pay-index/server/staff");
    const answer = createStaffPages({
      ...{ api, onEvent, app: new URL(import.meta.resolve("@pay-index/staff/app/index.html")) },
      async identify(request) {
        // The pages are mounted in Express, so their requests are those of Express.
        const member = await options.member(request.hostRequest as Request);
        return member && { member, host: options };
      },
    });
    return createRequestHandlers(answer, "");
  };
  return (request, response, next) => {
    loading ??= load();
    loading.then(({ listener }) => listener(request, response)).catch(next);
  };
}

function scheduleOf<Tx>({ tick, tickEvery = defaultTickSeconds }: ExpressOptions<Tx>): string {
  if (tick !== undefined) return "called by the option tick";
  return tickEvery === 0 ? "none: call sweep() from a cron" : `every ${tickEvery} s`;
}

function cardSalesOf<Tx>(options: ExpressOptions<Tx>): CardSaleSource | undefined {
  const { cardSale } = options;
  if (cardSale === undefined) return undefined;
  return {
    parts: 2,
    paymentOf: ([tenant = "", reference = ""]) => ({ tenant, reference }),
    async sale({ path: [tenant = "", reference = ""], request: incoming, card }) {
      // The router is mounted in Express, so its requests are those of Express.
      const request = incoming.hostRequest as Request;
      const sale = await cardSale.call(options, { reference, tenant, request });
      return sale && toCoreSale({ ...sale, card, request } as ExpressSale);
    },
  };
}
