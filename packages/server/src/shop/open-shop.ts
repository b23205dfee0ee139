import { type Capabilities, type Gateway, PayIndexError, type StartedAttempt } from "@pay-index/core";
import {
  type CardSaleSource,
  cardFormActionUrl,
  createPaymentServer,
  type PaymentServer,
} from "../create-payment-server.ts";
import { createRequestHandlers, type RequestHandlers } from "../request-handlers.ts";
import type { StaffPages } from "../staff/staff-pages.ts";
import { logEvent } from "./log-event.ts";
import { createOrderPort } from "./order-port.ts";
import { checkShopOptions, type ShopOptions, type ShopStaffOptions } from "./shop-options.ts";
import { type BuyerBrowser, type ShopSale, toCoreSale } from "./shop-sale.ts";
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

/** What a custom shop calls of core's gateway. */
const gatewayMethods = [
  "status",
  "attempts",
  "health",
  "reviewItems",
  "resolveReviewItem",
  "retryReviewItem",
  "refund",
  "requestRefund",
  "query",
  "queryAttempts",
  "reconcile",
  "compareStatement",
  "cancelSubscription",
  "sweep",
  "rotateSecret",
  "disputeWebhooks",
  "createPaymentLink",
  "withdrawPaymentLink",
  "paymentLinks",
  "replay",
  "forget",
  "forgetOldPayments",
] as const satisfies readonly (keyof Gateway)[];

type GatewayMethods = Pick<Gateway, (typeof gatewayMethods)[number]>;

/** The payments of a custom shop, without what a framework mounts. */
export interface Shop<HostRequest> extends GatewayMethods {
  /** What these payments can do, and for the rest how to do it by hand. */
  readonly capabilities: Capabilities;
  /**
   * Submits a sale to the gateway, and returns where to send the buyer. Repeating it is safe: see `Gateway.start` of
   * core.
   *
   * @throws PayIndexError `sale_invalid`, `merchant_missing`, `merchants_unavailable`, `raw_cards_refused`,
   * `too_many_attempts`, `store_unavailable`, `gateway_closed`
   */
  start(sale: ShopSale<HostRequest>): Promise<StartedAttempt>;
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

/** What differs between the frameworks of custom shops. */
export interface ShopFramework<HostRequest> {
  /** Returns what a request of the framework says of the buyer's browser. */
  browserOf(request: HostRequest): BuyerBrowser;
  /** Returns the page of the built staff app. */
  staffApp(): URL;
}

/** An open shop, with what its framework mounts. */
export interface OpenShop<HostRequest> {
  readonly shop: Shop<HostRequest>;
  readonly server: PaymentServer;
  /**
   * Returns the handlers of the staff pages, which are loaded with the first request.
   *
   * @throws PayIndexError `options_invalid` without the option `staff`
   */
  staffPages(): RequestHandlers;
}

/**
 * Opens the payments of a custom shop: checks the options, opens the store, starts the timer. Also throws the errors of the store.
 *
 * @throws PayIndexError `options_invalid`, with the path of each mistake
 */
export async function openShop<Tx, HostRequest>(
  options: ShopOptions<Tx, HostRequest>,
  framework: ShopFramework<HostRequest>,
): Promise<OpenShop<HostRequest>> {
  const coreOptions = checkShopOptions(options);
  const { store, tick, tickEvery } = options;
  await store.open?.();
  const server = createPaymentServer<Tx>({
    options: coreOptions,
    hostOptions: options,
    store,
    orders: createOrderPort(options),
    logEvent,
    cards: cardSalesOf(options, framework),
    cronSecret: options.cronSecret,
    waitUntil: options.waitUntil,
  });
  const { gateway } = server;
  const stopTick = await (tick?.(gateway.tick) ?? startTick(gateway.tick, tickEvery));
  gateway.reportReady({ database: store.database ?? "a store of the shop", schedule: scheduleOf(options) });
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await stopTick();
    await gateway.close();
    await store.close();
  }

  const shop: Shop<HostRequest> = {
    ...(Object.fromEntries(gatewayMethods.map((name) => [name, gateway[name]])) as unknown as GatewayMethods),
    capabilities: gateway.capabilities(),
    start: async (sale) => gateway.start(toCoreSale(sale, framework.browserOf)),
    cardForm: async ({ reference, tenant = "default" }) => ({
      action: cardFormActionUrl(coreOptions, [tenant, reference]),
      formToken: await gateway.formToken({ reference, tenant }),
    }),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
  let pages: RequestHandlers | undefined;
  const staffPages = () => (pages ??= createStaffHandlers(server, options.staff, framework));
  return { shop, server, staffPages };
}

function createStaffHandlers<HostRequest>(
  { staffApi: api, onEvent }: PaymentServer,
  options: ShopStaffOptions<HostRequest> | undefined,
  framework: ShopFramework<HostRequest>,
): RequestHandlers {
  if (options === undefined) {
    const message = "is required: an object with the function member, which says who is signed in";
    const problems = [{ path: "staff", message }];
    throw new PayIndexError("options_invalid", "The pages of staff cannot start.", { problems });
  }
  let loading: Promise<StaffPages> | undefined;
  const load = async () => {
    const { createStaffPages } = await import("../staff/staff-pages.ts");
    return createStaffPages({
      ...{ api, onEvent, app: framework.staffApp() },
      async identify({ hostRequest }) {
        // The framework's adapter passes its requests.
        const member = await options.member(hostRequest as HostRequest);
        return member && { member, host: options };
      },
    });
  };
  return createRequestHandlers(async (request) => {
    loading ??= load();
    return (await loading)(request);
  }, "");
}

function scheduleOf({
  tick,
  tickEvery = defaultTickSeconds,
  cronSecret,
}: Pick<ShopOptions<never, never>, "tick" | "tickEvery" | "cronSecret">): string {
  if (tick !== undefined) return "called by the option tick";
  if (tickEvery === 0 && cronSecret !== undefined) return "called by a cron at the route sweep";
  return tickEvery === 0 ? "none: call sweep() from a cron" : `every ${tickEvery} s`;
}

function cardSalesOf<Tx, HostRequest>(
  options: ShopOptions<Tx, HostRequest>,
  { browserOf }: ShopFramework<HostRequest>,
): CardSaleSource | undefined {
  const { cardSale } = options;
  if (cardSale === undefined) return undefined;
  return {
    parts: 2,
    paymentOf: ([tenant = "", reference = ""]) => ({ tenant, reference }),
    async sale({ path: [tenant = "", reference = ""], request: incoming, card }) {
      // The framework's adapter passes its requests.
      const request = incoming.hostRequest as HostRequest;
      const sale = await cardSale.call(options, { reference, tenant, request });
      return sale && toCoreSale({ ...sale, card, request } as ShopSale<HostRequest>, browserOf);
    },
  };
}
