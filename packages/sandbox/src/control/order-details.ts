import { SandboxError } from "../errors.ts";
import type { GatewayCore } from "../gateway-core.ts";
import type { Order } from "../orders/order.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { toOrderView } from "../orders/order-view.ts";
import { isRunningSubscription } from "../outcomes/running-subscription.ts";
import { refundsOf } from "../refunds/refunds.ts";
import type { OrderDetails } from "./control-api-types.ts";
import { describeNextStep } from "./next-step-text.ts";
import type { MerchantFilter } from "./sandbox-control.ts";

/** Finds the order, changes it, and returns its new status. @throws SandboxError `unknown_order` */
export function changeOrder(
  core: GatewayCore,
  { orderId, merchant }: MerchantFilter & { readonly orderId: string },
  change: (order: Order) => void,
): OrderDetails {
  const order = findOrder(core.orderStore, orderId, merchant);
  change(order);
  return toOrderDetails(order, core);
}

/** @throws SandboxError `unknown_order` */
export function findOrder(orderStore: OrderStore, orderId: string, merchant: string | undefined): Order {
  const order = orderStore.find(orderId, merchant);
  if (order) return order;
  const whose = merchant === undefined ? "" : ` of merchant ${merchant}`;
  throw new SandboxError("unknown_order", `there is no order ${orderId}${whose}`);
}

export function toOrderDetails(order: Order, core: GatewayCore): OrderDetails {
  return {
    ...toOrderView(order),
    timeline: core.orderStore.timeline(order),
    refunds: refundsOf(order, core),
    canClose: closableKindOf(order, core) !== undefined,
    next: describeNextStep(order, core),
  };
}

/** Returns the subject that closing would end; undefined if the order cannot be closed. */
export function closableKindOf(order: Order, { jobs }: GatewayCore): "order" | "subscription" | undefined {
  if (order.state === "pending") return "order";
  return isRunningSubscription(order, jobs) ? "subscription" : undefined;
}

export function wrongStateError({ orderId, state }: Order, why: string): SandboxError {
  return new SandboxError("wrong_state", `order ${orderId} is ${state}: ${why}`);
}
