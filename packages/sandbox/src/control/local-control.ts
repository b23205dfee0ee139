import type { Fault } from "../faults/fault.ts";
import type { Delivery, Order } from "../orders/order.ts";
import { toOrderView } from "../orders/order-view.ts";
import { abortAfter } from "./abort-after.ts";
import type { ControlDependencies } from "./control-dependencies.ts";
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
export function createLocalControl(parts: ControlDependencies): SandboxControl {
  return {
    ...orderMethods(parts),
    ...createRefundAndDisputeMethods(parts),
    ...createSandboxWideMethods(parts),
  };
}

function orderMethods(parts: ControlDependencies) {
  const { orderStore, outcomes, watch } = parts;
  const act = async (orderId: string, of: MerchantFilter, change: (order: Order) => void) =>
    changeOrder(parts, { ...of, orderId }, change);
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
      toOrderDetails(findOrder(orderStore, orderId, merchant), parts),
    async resolve(orderId, { merchant, ...how }) {
      const { outcome, reason, transaction } = parseControlRequest(outcomeRequestSchema, how);
      return act(orderId, { merchant }, (order) => {
        if (order.state === "paid" && outcome === "paid" && transaction !== "same") {
          throw wrongStateError(order, "pay-again pays it a second time");
        }
        const failure = outcome === "failed" ? (reason ?? "set by a user of the inspector") : undefined;
        outcomes.resolve(order, { as: outcome, by: "control", reason: failure, transaction });
      });
    },
    closeOrder: (orderId, of = {}) => act(orderId, of, (order) => closeOrderOrSubscription(order, parts)),
    payAgain: (orderId, of = {}) =>
      act(orderId, of, (order) => {
        if (order.state !== "paid") throw wrongStateError(order, "only a paid order can be paid again");
        outcomes.resolve(order, { as: "paid", by: "control" });
      }),
    async notify(orderId, { merchant, ...how } = {}) {
      return resendNotification(findOrder(orderStore, orderId, merchant), how, parts);
    },
    nextDelivery: createNextDeliveryReader((wanted, until) =>
      watch.next(wanted, abortAfter(until - Date.now())),
    ),
  } satisfies Partial<SandboxControl>;
}

function closeOrderOrSubscription(order: Order, parts: ControlDependencies): void {
  const { outcomes } = parts;
  switch (closableKindOf(order, parts)) {
    case "order":
      outcomes.resolve(order, { as: "closed", by: "control", reason: "the gateway closed it" });
      return;
    case "subscription":
      outcomes.closeSubscription(order, "control");
      return;
    case undefined:
      throw wrongStateError(order, "only a pending order or a running subscription can be closed");
  }
}

async function resendNotification(
  order: Order,
  how: NotifyRequest,
  parts: ControlDependencies,
): Promise<readonly Delivery[]> {
  const { orderStore, clock, notifier, schedule } = parts;
  const { faults, copies, released } = parseControlRequest(notifyRequestSchema, how);
  const { outcome } = order;
  if (!outcome) throw wrongStateError(order, "there is nothing to notify yet");
  const together = released ? { together: true } : {};
  const duplicate: Fault[] = copies === 1 ? [] : [{ kind: "duplicate", copies, ...together }];
  const job = orderStore.change(order, () =>
    notifier.enqueue(order, outcome, { held: true, once: true, faults: [...duplicate, ...faults] }),
  );
  const message = order.messageCount;
  // A message that a fault has delayed is sent without further action.
  if (job.due <= clock.now()) await schedule.now(job);
  return order.deliveries.filter((delivery) => delivery.message === message);
}
