import type { EventHandler, Gateway, Options } from "@pay-index/core";
import {
  catchHandlerErrors,
  createGateway,
  type GatewayOptions,
  type OrderPort,
  type Pages,
  type RunInBackground,
} from "@pay-index/core/adapter";
import type { PaymentStore } from "@pay-index/core/store";
import { createCardRateLimits } from "./card-rate-limits.ts";
import type { CardRouteDependencies } from "./card-route.ts";
import { createShopPageUrls } from "./create-shop-page-urls.ts";
import { assertNoOptionProblems, type CommonHostOptions } from "./host-options.ts";
import type { HttpRequest, HttpResponse } from "./http-types.ts";
import { NodeRequest, sendReply } from "./node-http.ts";
import { findRuntimeProblems, isProduction, nodePlatform } from "./node-platform.ts";
import { createPaymentRouter, createPaymentRoutes, type PaymentRouterHandlers } from "./payment-router.ts";
import { createRequestHandlers, type RequestHandlers } from "./request-handlers.ts";
import { answerRequest } from "./route.ts";
import { findSandboxProblems, findSandboxWarning } from "./sandbox-use.ts";
import type { StaffApi, StaffApiRequest } from "./staff/staff-api.ts";

/** The part of the card route that differs between hosts: the path, and the sale of its order. */
export type CardSaleSource = Pick<CardRouteDependencies, "parts" | "paymentOf" | "sale">;

/** What an adapter passes to `createPaymentServer`. */
export interface PaymentServerDependencies<Tx> {
  /** The options of core. */
  readonly options: GatewayOptions;
  /** The options that each host has. */
  readonly hostOptions: CommonHostOptions;
  readonly store: PaymentStore<Tx>;
  readonly orders: OrderPort<Tx>;
  /** Writes an event to the host's log: every event if the option `onEvent` is missing, otherwise only `ready`. */
  readonly logEvent: EventHandler;
  /** The card route. It exists only with `acceptRawCards: true`. */
  readonly cards: CardSaleSource | undefined;
  /** The secret of the cron that runs the sweep at the route `sweep`. Without it, the route does not exist. */
  readonly cronSecret?: string | undefined;
  /** Keeps the process running for work after a reply. */
  readonly waitUntil?: RunInBackground | undefined;
}

/** The payments of one server: the engine, the shop's pages and the routes, in the two forms and for Express. */
export interface PaymentServer extends RequestHandlers {
  readonly gateway: Gateway;
  readonly pages: Required<Pages>;
  readonly router: PaymentRouterHandlers;
  /** Whether a path below the mount is one of the payment routes. At the root of a site, the others are the shop's. */
  ownsPath(path: string): boolean;
  /** The shop's handler of events, or its log. Never throws. */
  readonly onEvent: EventHandler;
  /** Answers the requests of staff. Its code is loaded with the first one. */
  readonly staffApi: StaffApi;
  /** The same for a host on Node. */
  readonly staff: NodeStaffApi;
}

/** Answers a request of the staff API to a server of Node. */
export type NodeStaffApi = (
  visit: Omit<StaffApiRequest, "request"> & {
    readonly request: HttpRequest;
    readonly response: HttpResponse;
  },
) => Promise<void>;

/**
 * Creates the payment engine, the routes and the buyer pages of a server.
 *
 * @throws PayIndexError `options_invalid`, with the path of each mistake
 */
export function createPaymentServer<Tx>(parts: PaymentServerDependencies<Tx>): PaymentServer {
  const { options, hostOptions, store, orders, cards } = parts;
  const { telemetry } = hostOptions;
  const shopHandler = eventHandlerOf(hostOptions, parts.logEvent);
  const onEvent = catchHandlerErrors(shopHandler, telemetry?.onEvent);
  const pages = createShopPageUrls({ ...hostOptions, publicUrl: options.publicUrl });
  assertNoOptionProblems([...findRuntimeProblems(), ...findSandboxProblems(options, isProduction())]);
  const startWarnings = findSandboxWarning(options, isProduction());
  const gateway = createGateway({
    ...{ options, store, orders, pages, startWarnings, onEvent: shopHandler, telemetry },
    waitUntil: parts.waitUntil,
    platform: nodePlatform,
  });
  const shop = { gateway, pages, onEvent };
  const card: CardRouteDependencies | undefined =
    cards && options.acceptRawCards === true
      ? {
          ...shop,
          parts: cards.parts,
          paymentOf: (path) => cards.paymentOf(path),
          sale: (submission) => cards.sale(submission),
          origins: cardOriginsOf(options, hostOptions),
          limits: createCardRateLimits(gateway),
        }
      : undefined;
  const routes = createPaymentRoutes({
    ...shop,
    look: hostOptions.pages,
    sandbox: options.sandbox,
    notifyFrom: hostOptions.notifyFrom,
    hasDisputeWebhook: options.operations?.disputeWebhook !== undefined,
    card,
    cronSecret: parts.cronSecret,
  });
  const staffApi: StaffApi = async (visit) => {
    const { createStaffApi } = await import("./staff/staff-api.ts");
    return createStaffApi(shop)(visit);
  };
  return {
    ...shop,
    ...createRequestHandlers(
      (request) => answerRequest(routes, request),
      new URL(options.publicUrl).pathname,
    ),
    staffApi,
    async staff({ response, ...visit }) {
      const request = new NodeRequest(visit.request);
      await sendReply(request, response, await staffApi({ ...visit, request }));
    },
    router: createPaymentRouter(routes),
    ownsPath: (path) => routes.has(path.split("/", 2)[1] ?? ""),
  };
}

/** The shop's own handler replaces the log, except for `ready`: whoever sets up the shop reads the notify address there (B-51). */
function eventHandlerOf({ onEvent }: CommonHostOptions, logEvent: EventHandler): EventHandler {
  if (onEvent === undefined) return logEvent;
  return (event) => {
    if (event.event === "ready") logEvent(event);
    return onEvent(event);
  };
}

/** Returns the origins of the pages that can submit a card: the server's, the shop's, and those of `cardOrigins`. */
function cardOriginsOf(
  { publicUrl, website = publicUrl }: GatewayOptions,
  { cardOrigins = [] }: CommonHostOptions,
): ReadonlySet<string> {
  return new Set([publicUrl, website, ...cardOrigins].map((address) => new URL(address).origin));
}

/** Returns the `action` of a card form: the address of the card route for this path. */
export function cardFormActionUrl(
  { publicUrl }: Pick<Options, "publicUrl">,
  path: readonly string[],
): string {
  return `${publicUrl.replace(/\/+$/, "")}/card/${path.map(encodeURIComponent).join("/")}`;
}
