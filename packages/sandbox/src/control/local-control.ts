import type { Fault } from "../faults/fault.ts";
import type { GatewayCore } from "../gateway-core.ts";
import { enqueueNotification } from "../notifier/notifier.ts";
import type { Order } from "../orders/order.ts";
import { toOrderView } from "../orders/order-view.ts";
import { closeSubscription, resolveOrder } from "../outcomes/order-outcomes.ts";
import { abortAfter } from "./abort-after.ts";
import { createNextDeliveryReader } from "./next-delivery-reader.ts";
import { changeOrder, closableKindOf, findOrder, toOrderDetails, wrongStateError } from "./order-details.ts";
import { createRefundAndDisputeMethods } from "./refund-and-dispute-methods.ts";
import {
  type NotifyRequest,
  notifyRequestSchema,
  orderListRequestSchema,
  outcomeRequestSchema,
  parseControlRequest,
} from "./request-schemas.ts";
import type { MerchantFilter, SandboxControl } from "./sandbox-control.ts";
import { createSandboxWideMethods } from "./sandbox-wide-methods.ts";

/** Creates the control of the gateway in this process. The control API offers the same control over HTTP. */
export function createLocalControl(core: GatewayCore): SandboxControl {
  return { ...orderMethods(core), ...createRefundAndDisputeMethods(core), ...createSandboxWideMethods(core) };
}

function orderMethods(core: GatewayCore) {
  const { orderStore, watch } = core;
  const act = async (orderId: string, of: MerchantFilter, change: (order: Order) => void) =>
    changeOrder(core, { ...of, orderId }, change);
  return {
    async latestOrders(page = {}) {
      const { limit, before } = parseControlRequest(orderListRequestSchema, page);
      const found = orderStore.latest({ limit: limit + 1, before });
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1)?.id : undefined;
      return {
        orders: shown.map(toOrderView),
        total: orderStore.count(),
        ...(last === undefined ? {} : { before: last }),
      };
    },
    orderDetails: async (orderId, { merchant } = {}) =>
      toOrderDetails(findOrder(orderStore, orderId, merchant), core),
    async resolve(orderId, { merchant, ...how }) {
      const { outcome, reason, transaction } = parseControlRequest(outcomeRequestSchema, how);
      return act(orderId, { merchant }, (order) => {
        if (order.state === "paid" && outcome === "paid" && transaction !== "same") {
          throw wrongStateError(order, "pay-again pays it a second time");
        }
        const failure = outcome === "failed" ? (reason ?? "set by a user of the inspector") : undefined;
        resolveOrder(order, { as: outcome, by: "control", reason: failure, transaction }, core);
      });
    },
    closeOrder: (orderId, of = {}) => act(orderId, of, (order) => closeOrderOrSubscription(order, core)),
    payAgain: (orderId, of = {}) =>
      act(orderId, of, (order) => {
        if (order.state !== "paid") throw wrongStateError(order, "only a paid order can be paid again");
        resolveOrder(order, { as: "paid", by: "control" }, core);
      }),
    async notify(orderId, { merchant, ...how } = {}) {
      return resendNotification(findOrder(orderStore, orderId, merchant), how, core);
    },
    nextDelivery: createNextDeliveryReader((wanted, until) =>
      watch.next(wanted, abortAfter(until - Date.now())),
    ),
  } satisfies Partial<SandboxControl>;
}

function closeOrderOrSubscription(order: Order, core: GatewayCore): void {
  switch (closableKindOf(order, core)) {
    case "order":
      resolveOrder(order, { as: "closed", by: "control", reason: "the gateway closed it" }, core);
      return;
    case "subscription":
      closeSubscription(order, "control", core);
      return;
    case undefined:
      throw wrongStateError(order, "only a pending order or a running subscription can be closed");
  }
}

async function resendNotification(order: Order, how: NotifyRequest, core: GatewayCore) {
  const { orderStore, clock, schedule } = core;
  const { faults, copies, released } = parseControlRequest(notifyRequestSchema, how);
  const { outcome } = order;
  if (!outcome) throw wrongStateError(order, "there is nothing to notify yet");
  const together = released ? { together: true } : {};
  const duplicate: Fault[] = copies === 1 ? [] : [{ kind: "duplicate", copies, ...together }];
  const again = { outcome, held: true, once: true, faults: [...duplicate, ...faults] };
  const job = orderStore.change(order, () => enqueueNotification(order, again, core));
  const message = order.messageCount;
  // A message that a fault has delayed is sent without further action.
  if (job.due <= clock.now()) await schedule.now(job);
  return order.deliveries.filter((delivery) => delivery.message === message);
}
