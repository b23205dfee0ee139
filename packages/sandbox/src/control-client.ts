import type {
  AdvanceOptions,
  ClockView,
  DisputeWebhookList,
  FaultRuleList,
  NextDeliveryResponse,
  OrderDetails,
  OrderListResponse,
  QuirksView,
  RejectedSaleList,
} from "./control/control-api-types.ts";
import { type ControlCall, createControlCall } from "./control/control-call.ts";
import { durationToSeconds } from "./control/duration-to-seconds.ts";
import { createNextDeliveryReader } from "./control/next-delivery-reader.ts";
import type { Duration, MerchantFilter, SandboxControl } from "./control/sandbox-control.ts";
import { streamEvents } from "./control/stream-events.ts";
import { SandboxError } from "./errors.ts";
import type { Delivery } from "./orders/order.ts";

export type {
  AdvanceOptions,
  ClockView,
  DisputeRequest,
  NotifyRequest,
  OrderDetails,
  OrderListResponse,
  OutcomeRequest,
  QuirksView,
  RefundRequest,
  RejectedSale,
  SandboxEvent,
} from "./control/control-api-types.ts";
export type { Duration, MerchantFilter, SandboxControl } from "./control/sandbox-control.ts";
export type { StatementPeriod } from "./control/statement-csv.ts";
export { SandboxError, type SandboxErrorCode } from "./errors.ts";
export type { FaultInput, FaultKind, FaultRule, FaultScopeInput } from "./faults/fault.ts";
export type { DisputeType } from "./orders/dispute.ts";
export type { Delivery, DeliveryOutcome, OrderState, ReturnStatus } from "./orders/order.ts";
export type { OrderEvent } from "./orders/order-event.ts";
export type { OrderView } from "./orders/order-view.ts";
export type { RefundState, RefundView } from "./orders/refund.ts";
export { type QuirkProfile, quirkProfiles } from "./quirks/quirk.ts";

/** The duration of one long poll, in seconds. */
const pollSeconds = 25;

/**
 * Returns the control of a sandbox in another process, by its address, as in `http://127.0.0.1:4400`. It sends no request until a method is
 * called. Each client returns every delivery once, independently of other clients.
 */
export function createControlClient(url: string): SandboxControl & { readonly url: string } {
  const call = createControlCall(url);
  return {
    url,
    ...orderCalls(call),
    ...settingCalls(call),
    events: (options) => streamEvents(call, options),
  };
}

function orderCalls(call: ControlCall) {
  const act = (verb: string, orderId: string, { merchant, ...body }: MerchantFilter & object) =>
    call<OrderDetails>("POST", controlPath(orderId, verb), { query: { merchant }, body });
  return {
    latestOrders: (page: { limit?: number; before?: number } = {}) =>
      call<OrderListResponse>("GET", "orders", { query: page }),
    orderDetails: (orderId: string, { merchant }: MerchantFilter = {}) =>
      call<OrderDetails>("GET", controlPath(orderId), { query: { merchant } }),
    resolve: (orderId, how) => act("resolve", orderId, how),
    closeOrder: (orderId, of = {}) => act("close", orderId, of),
    payAgain: (orderId, of = {}) => act("pay-again", orderId, of),
    refund: (orderId, how = {}) => act("refund", orderId, how),
    dispute: (orderId, how) => act("dispute", orderId, how),
    async notify(orderId, { merchant, ...body } = {}) {
      const path = controlPath(orderId, "notify");
      const sent = await call<{ deliveries: Delivery[] }>("POST", path, { query: { merchant }, body });
      return sent.deliveries;
    },
    nextDelivery: nextDeliveryCall(call),
  } satisfies Partial<SandboxControl>;
}

/** Waits with long polls. It starts the next poll when one ends without a delivery. */
function nextDeliveryCall(call: ControlCall): SandboxControl["nextDelivery"] {
  return createNextDeliveryReader(async ({ orderId, merchantId: merchant, after }, until) => {
    for (;;) {
      const left = Math.max(0, (until - Date.now()) / 1000);
      const query = { after, wait: Math.min(left, pollSeconds).toFixed(3), merchant };
      try {
        const path = controlPath(orderId, "deliveries/next");
        return (await call<NextDeliveryResponse>("GET", path, { query })).delivery;
      } catch (error) {
        const mayComeYet = error instanceof SandboxError && error.code === "timed_out" && left > pollSeconds;
        if (!mayComeYet) throw error;
      }
    }
  });
}

function settingCalls(call: ControlCall) {
  const put = (body: object) => call<ClockView>("POST", "clock", { body });
  return {
    faults: async () => (await call<FaultRuleList>("GET", "faults")).faults,
    setFaults: async (scope, faults) =>
      (await call<FaultRuleList>("PUT", "faults", { body: { scope, faults } })).faults,
    clearFaults: async (id) =>
      (await call<FaultRuleList>("DELETE", id === undefined ? "faults" : `faults/${encodeURIComponent(id)}`))
        .faults,
    disputeWebhooks: async () => (await call<DisputeWebhookList>("GET", "dispute-webhooks")).webhooks,
    setDisputeWebhook: async (merchant, url) =>
      (
        await call<DisputeWebhookList>("PUT", "dispute-webhooks", {
          body: { merchant, ...(url === undefined ? {} : { url }) },
        })
      ).webhooks,
    clock: () => call<ClockView>("GET", "clock"),
    advance: async (by: Duration, how: AdvanceOptions = {}) =>
      put({ advance: durationToSeconds(by), ...how }),
    moveTo: async (time) => put({ to: formatTime(time) }),
    freeze: (frozen = true) => put({ frozen }),
    quirks: () => call<QuirksView>("GET", "quirks"),
    setQuirks: (profile, { merchant } = {}) =>
      call<QuirksView>("PUT", "quirks", {
        body: { profile, ...(merchant === undefined ? {} : { merchant }) },
      }),
    async statement({ from, to, merchant }) {
      const query = new URLSearchParams({ from, to, ...(merchant === undefined ? {} : { merchant }) });
      return (await call.open(`statement?${query}`, undefined)).text();
    },
    refusals: async () => (await call<RejectedSaleList>("GET", "refusals")).refusals,
  } satisfies Partial<SandboxControl>;
}

/** An invalid time is sent unchanged, so that the sandbox reports it. */
function formatTime(time: Date | string): string {
  const moment = new Date(time);
  return Number.isNaN(moment.getTime()) ? String(time) : moment.toISOString();
}

function controlPath(orderId: string, verb?: string): string {
  const path = `orders/${encodeURIComponent(orderId)}`;
  return verb === undefined ? path : `${path}/${verb}`;
}
