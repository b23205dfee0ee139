import type { GatewayCore } from "../gateway-core.ts";
import type { Order } from "../orders/order.ts";
import { closeSubscription } from "../outcomes/order-outcomes.ts";
import { isRunningSubscription } from "../outcomes/running-subscription.ts";
import type { OperationCall, OperationReply } from "./operation.ts";

/**
 * Closes the subscription of an order, inside `OrderStore.change`. A second cancellation changes and notifies nothing, and its
 * status is `success` too, because no further cycle is charged (CAN-REPLY).
 */
export function cancelSubscription({ order }: OperationCall, core: GatewayCore): OperationReply {
  if (order.subscriptionClosed) return reply(order, "success", "already unsubscribed");
  if (order.subscriptionId === undefined) return reply(order, "error", "the order is no subscription");
  if (!isRunningSubscription(order, core.jobs)) return reply(order, "error", "the subscription does not run");
  closeSubscription(order, "shop", core);
  return reply(order, "success", "Unsubscribe successfully");
}

function reply(order: Order, status: "success" | "error", msg: string): OperationReply {
  const last = order.paidTransactions?.at(-1);
  const fields = {
    status,
    msg,
    subscribe_time: toUnixSeconds(order.firstPaidAt),
    last_payment_time: toUnixSeconds(last?.paidAt),
    payment_transaction_id: order.subscriptionId ?? null,
    payment_period_count: last?.cycle ?? null,
  };
  return { fields, says: `The shop cancelled the subscription: ${msg}.` };
}

function toUnixSeconds(time: number | undefined): number | null {
  return time === undefined ? null : Math.floor(time / 1000);
}
