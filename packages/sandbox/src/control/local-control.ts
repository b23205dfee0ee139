import { SandboxError } from "../errors.ts";
import type { Fault } from "../faults/fault.ts";
import type { Delivery, Order } from "../orders/order.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { toOrderView } from "../orders/order-view.ts";
import { isRunningSubscription } from "../outcomes/running-subscription.ts";
import { abortAfter } from "./abort-after.ts";
import type { NotifyRequest, OrderDetails } from "./control-api-types.ts";
import type { ControlDependencies } from "./control-dependencies.ts";
import { createDeliveryQueue } from "./delivery-queue.ts";
import { settingMethods } from "./local-control-settings.ts";
import { describeNextStep } from "./next-step-text.ts";
import {
  notifyRequestSchema,
  orderListSchema,
  outcomeRequestSchema,
  readRequest,
} from "./request-schemas.ts";
import type { MerchantFilter, SandboxControl } from "./sandbox-control.ts";

/** Creates the control of the gateway in this process. The control API offers the same control over HTTP. */
export function createLocalControl(parts: ControlDependencies): SandboxControl {
  return { ...orderMethods(parts), ...settingMethods(parts) };
}

function orderMethods(parts: ControlDependencies) {
  const { orderStore, outcomes, watch } = parts;
  /** Finds the order, changes it, and returns its new status. */
  const act = async (orderId: string, { merchant }: MerchantFilter, change: (order: Order) => void) => {
    const order = findOrder(orderStore, orderId, merchant);
    change(order);
    return toOrderDetails(order, parts);
  };
  const wait = createDeliveryQueue((wanted, until) => watch.next(wanted, abortAfter(until - Date.now())));
  return {
    async latestOrders(page = {}) {
      const { limit, before } = readRequest(orderListSchema, page);
      const found = orderStore.latest(
        before === undefined ? { limit: limit + 1 } : { limit: limit + 1, before },
      );
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
      const { outcome, reason, transaction } = readRequest(outcomeRequestSchema, how);
      return act(orderId, merchant === undefined ? {} : { merchant }, (order) => {
        if (order.state === "paid" && outcome === "paid" && transaction !== "same") {
          throw wrongStateError(order, "pay-again pays it a second time");
        }
        const failure = reason ?? "set by a user of the inspector";
        outcomes.resolve(order, {
          as: outcome,
          by: "control",
          ...(outcome === "failed" ? { reason: failure } : {}),
          ...(transaction ? { transaction } : {}),
        });
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
    nextDelivery: wait,
  } satisfies Partial<SandboxControl>;
}

function findOrder(orderStore: OrderStore, orderId: string, merchant: string | undefined): Order {
  const order = orderStore.find(orderId, merchant);
  if (order) return order;
  const whose = merchant === undefined ? "" : ` of merchant ${merchant}`;
  throw new SandboxError("unknown_order", `there is no order ${orderId}${whose}`);
}

function toOrderDetails(order: Order, parts: ControlDependencies): OrderDetails {
  const { orderStore, refunds, clock, jobs, retryGaps } = parts;
  const planned = jobs.of(order.id);
  return {
    ...toOrderView(order),
    timeline: orderStore.timeline(order),
    refunds: refunds.views(order),
    canClose: findClosableSubject(order, parts) !== undefined,
    next: describeNextStep(order, { planned, clock, retryGaps }),
  };
}

/** Returns the subject that closing would end; undefined if the order cannot be closed. */
function findClosableSubject(
  order: Order,
  { jobs }: ControlDependencies,
): "order" | "subscription" | undefined {
  if (order.state === "pending") return "order";
  return isRunningSubscription(order, jobs) ? "subscription" : undefined;
}

function closeOrderOrSubscription(order: Order, parts: ControlDependencies): void {
  const { outcomes } = parts;
  switch (findClosableSubject(order, parts)) {
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
  const { faults, copies, released } = readRequest(notifyRequestSchema, how);
  const { outcome } = order;
  if (!outcome) throw wrongStateError(order, "there is nothing to notify yet");
  const duplicate: Fault[] =
    copies === 1 ? [] : [{ kind: "duplicate", copies, ...(released ? { together: true } : {}) }];
  const job = orderStore.change(order, () =>
    notifier.enqueue(order, outcome, {
      due: clock.now(),
      held: true,
      once: true,
      faults: [...duplicate, ...faults],
    }),
  );
  const message = order.messageCount;
  // A message that a fault has delayed is sent without further action.
  if (job.due <= clock.now()) await schedule.now(job);
  return order.deliveries.filter((delivery) => delivery.message === message);
}

function wrongStateError({ orderId, state }: Order, why: string): SandboxError {
  return new SandboxError("wrong_state", `order ${orderId} is ${state}: ${why}`);
}
