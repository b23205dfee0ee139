import type {
  ClockView,
  OrderDetails,
  OrderListResponse,
  QuirksView,
  RejectedSale,
} from "./control/control-api-types.ts";
import { type ControlCall, createControlCall, type HttpMethod } from "./control/control-call.ts";
import { durationToSeconds } from "./control/duration-to-seconds.ts";
import { createNextDeliveryReader } from "./control/next-delivery-reader.ts";
import type { MerchantFilter, SandboxControl } from "./control/sandbox-control.ts";
import { streamEvents } from "./control/stream-events.ts";
import { SandboxError } from "./errors.ts";
import type { FaultRule } from "./faults/fault.ts";
import type { Delivery } from "./orders/order.ts";

export type {
  ClockView,
  OrderDetails,
  OrderListResponse,
  QuirksView,
  RejectedSale,
  SandboxEvent,
} from "./control/control-api-types.ts";
export type {
  AdvanceOptions,
  DisputeRequest,
  NotifyRequest,
  OutcomeRequest,
  RefundRequest,
  StatementPeriod,
} from "./control/request-schemas.ts";
export type { Duration, MerchantFilter, SandboxControl } from "./control/sandbox-control.ts";
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
    latestOrders: (page = {}) => call<OrderListResponse>("GET", "orders", { query: page }),
    orderDetails: (orderId, { merchant } = {}) =>
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
        return (await call<{ delivery: Delivery }>("GET", path, { query })).delivery;
      } catch (error) {
        const mayComeYet = error instanceof SandboxError && error.code === "timed_out" && left > pollSeconds;
        if (!mayComeYet) throw error;
      }
    }
  });
}

function settingCalls(call: ControlCall) {
  const faults = async (method: HttpMethod, path: string, body?: object) =>
    (await call<{ faults: readonly FaultRule[] }>(method, path, { body })).faults;
  const webhooks = async (method: HttpMethod, body?: object) =>
    (await call<{ webhooks: Readonly<Record<string, string>> }>(method, "dispute-webhooks", { body }))
      .webhooks;
  const postClock = (body: object) => call<ClockView>("POST", "clock", { body });
  return {
    faults: () => faults("GET", "faults"),
    setFaults: (scope, list) => faults("PUT", "faults", { scope, faults: list }),
    clearFaults: (id) => faults("DELETE", id === undefined ? "faults" : `faults/${encodeURIComponent(id)}`),
    disputeWebhooks: () => webhooks("GET"),
    setDisputeWebhook: (merchant, url) => webhooks("PUT", { merchant, url }),
    clock: () => call<ClockView>("GET", "clock"),
    advance: async (by, how = {}) => postClock({ advance: durationToSeconds(by), ...how }),
    moveTo: async (time) => postClock({ to: formatTime(time) }),
    freeze: (frozen = true) => postClock({ frozen }),
    quirks: () => call<QuirksView>("GET", "quirks"),
    setQuirks: (profile, { merchant } = {}) =>
      call<QuirksView>("PUT", "quirks", { body: { profile, merchant } }),
    statement: async ({ from, to, merchant }) =>
      (await call.open("statement", { query: { from, to, merchant } })).text(),
    refusals: async () => (await call<{ refusals: readonly RejectedSale[] }>("GET", "refusals")).refusals,
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
