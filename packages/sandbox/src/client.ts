import type { Delivery } from "./book/order.ts";
import { type ControlCall, callerOf } from "./control/call.ts";
import type {
  Advancing,
  ClockView,
  FaultList,
  NextDelivery,
  OrderPage,
  OrderStory,
  QuirksView,
  RefusalList,
} from "./control/contract.ts";
import { deliveryTurns } from "./control/delivery-turns.ts";
import type { Desk, OfMerchant, Span } from "./control/desk.ts";
import { readEvents } from "./control/read-events.ts";
import { spanSeconds } from "./control/span.ts";
import { SandboxError } from "./errors.ts";

export type { Delivery, DeliveryOutcome, OrderState, PaymentStatus } from "./book/order.ts";
export type { OrderView } from "./book/order-view.ts";
export type { OrderEvent } from "./book/timeline.ts";
export type {
  Advancing,
  ClockView,
  NotifyRequest,
  OrderPage,
  OrderStory,
  QuirksView,
  Refusal,
  SandboxEvent,
  SettleRequest,
} from "./control/contract.ts";
export type { Desk, OfMerchant, Span } from "./control/desk.ts";
export { SandboxError, type SandboxErrorCode } from "./errors.ts";
export type { FaultInput, FaultKind, FaultRule, FaultScopeInput } from "./faults/fault.ts";
export type { QuirkProfile } from "./quirks/quirk.ts";

/** How long one long poll waits, in seconds. */
const pollSeconds = 25;

/**
 * The desk of a sandbox in another process, by its address, as in `http://127.0.0.1:4400`. Sends nothing until it is
 * asked. Each client hands every delivery out once for itself.
 */
export function controlClient(url: string): Desk & { readonly url: string } {
  const call = callerOf(url);
  return { url, ...ordersOver(call), ...settingsOver(call), events: (options) => readEvents(call, options) };
}

function ordersOver(call: ControlCall) {
  const act = (verb: string, orderNumber: string, { merchant, ...body }: OfMerchant & object) =>
    call<OrderStory>("POST", pathOf(orderNumber, verb), { query: { merchant }, body });
  return {
    latestOrders: (page: { limit?: number; before?: number } = {}) =>
      call<OrderPage>("GET", "orders", { query: page }),
    story: (orderNumber: string, { merchant }: OfMerchant = {}) =>
      call<OrderStory>("GET", pathOf(orderNumber), { query: { merchant } }),
    settle: (orderNumber, how) => act("settle", orderNumber, how),
    closeOrder: (orderNumber, of = {}) => act("close", orderNumber, of),
    payAgain: (orderNumber, of = {}) => act("pay-again", orderNumber, of),
    async notify(orderNumber, { merchant, ...body } = {}) {
      const path = pathOf(orderNumber, "notify");
      const sent = await call<{ deliveries: Delivery[] }>("POST", path, { query: { merchant }, body });
      return sent.deliveries;
    },
    nextDelivery: deliveriesOver(call),
  } satisfies Partial<Desk>;
}

/** Waits in long polls, the next when one ends without a delivery. */
function deliveriesOver(call: ControlCall): Desk["nextDelivery"] {
  return deliveryTurns(async ({ orderNumber, merchantId: merchant, after }, until) => {
    for (;;) {
      const left = Math.max(0, (until - Date.now()) / 1000);
      const query = { after, wait: Math.min(left, pollSeconds).toFixed(3), merchant };
      try {
        const path = pathOf(orderNumber, "deliveries/next");
        return (await call<NextDelivery>("GET", path, { query })).delivery;
      } catch (error) {
        const mayComeYet = error instanceof SandboxError && error.code === "timed_out" && left > pollSeconds;
        if (!mayComeYet) throw error;
      }
    }
  });
}

function settingsOver(call: ControlCall) {
  const put = (body: object) => call<ClockView>("POST", "clock", { body });
  return {
    faults: async () => (await call<FaultList>("GET", "faults")).faults,
    setFaults: async (scope, faults) =>
      (await call<FaultList>("PUT", "faults", { body: { scope, faults } })).faults,
    clearFaults: async (id) =>
      (await call<FaultList>("DELETE", id === undefined ? "faults" : `faults/${encodeURIComponent(id)}`))
        .faults,
    clock: () => call<ClockView>("GET", "clock"),
    advance: async (by: Span, how: Advancing = {}) => put({ advance: spanSeconds(by), ...how }),
    moveTo: async (time) => put({ to: momentText(time) }),
    freeze: (frozen = true) => put({ frozen }),
    quirks: () => call<QuirksView>("GET", "quirks"),
    setQuirks: (profile, { merchant } = {}) =>
      call<QuirksView>("PUT", "quirks", {
        body: { profile, ...(merchant === undefined ? {} : { merchant }) },
      }),
    refusals: async () => (await call<RefusalList>("GET", "refusals")).refusals,
  } satisfies Partial<Desk>;
}

/** What is no time goes as it is: the desk says so. */
function momentText(time: Date | string): string {
  const moment = new Date(time);
  return Number.isNaN(moment.getTime()) ? String(time) : moment.toISOString();
}

function pathOf(orderNumber: string, verb?: string): string {
  const path = `orders/${encodeURIComponent(orderNumber)}`;
  return verb === undefined ? path : `${path}/${verb}`;
}
