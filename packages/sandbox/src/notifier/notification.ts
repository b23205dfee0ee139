import type { Order } from "../book/order.ts";
import { notificationSign } from "../signature.ts";

/** NOT-FIELDS and NOT-SUBSCRIPTION: the body of one try. Each try has its own `datetime` and so its own `sign`. */
export function notificationBody(order: Order, sentAt: number): string {
  const fields = new Map([
    ["memberid", order.merchant.id],
    ["orderid", order.orderNumber],
    ["amount", order.amount],
    ["true_amount", paidAmount(order)],
    ["currency", order.currency],
    ["transaction_id", order.transactionId],
    ["returncode", order.state === "paid" ? "00" : "2"],
    ["datetime", compactTime(sentAt)],
  ]);
  if (order.subscriptionId !== undefined) {
    fields.set("payment_transaction_id", order.subscriptionId);
    fields.set("payment_period_count", "1");
  }
  fields.set("sign", notificationSign(fields, order.merchant.key));
  fields.set("attach", "");
  return new URLSearchParams([...fields]).toString();
}

/** What the buyer paid: of a failed payment nothing, of a plan with its own first instalment that. */
function paidAmount(order: Order): string {
  if (order.state !== "paid") return "0.00";
  return order.plan?.first_period_amount ?? order.amount;
}

/** YYYYMMDDHHMMSS in UTC. */
function compactTime(time: number): string {
  return new Date(time).toISOString().replace(/\D/g, "").slice(0, 14);
}
