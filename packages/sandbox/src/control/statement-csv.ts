import type { Order } from "../orders/order.ts";
import type { OrderEvent } from "../orders/order-event.ts";
import type { OrderStore } from "../orders/order-store.ts";
import { formatIsoTime } from "../orders/order-view.ts";
import type { StatementPeriod } from "./request-schemas.ts";

/** A refund and a chargeback have their time from the timeline, which has the latest 500 events of an order. */
export function buildStatementCsv(orderStore: OrderStore, { merchant, from, to }: StatementPeriod): string {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const rows = orderStore
    .all()
    .filter((order) => merchant === undefined || order.merchant.id === merchant)
    .flatMap((order) => [
      ...(order.paidTransactions ?? []).map(({ transactionId, amount, paidAt }) =>
        toRow(order, { transactionId, amount, at: formatIsoTime(paidAt), type: "sale", id: "" }),
      ),
      ...orderStore.timeline(order).flatMap((event) => returnedMoney(event, order)),
    ])
    .filter(({ at }) => Date.parse(at) >= start && Date.parse(at) < end);
  const titles = "Order ID,Transaction ID,Refund ID,Merchant,Type,Amount,Currency,Time";
  return `${[titles, ...rows.map(({ cells }) => cells)].join("\r\n")}\r\n`;
}

interface Movement {
  readonly type: "sale" | "refund" | "chargeback";
  readonly transactionId: string;
  readonly id: string;
  readonly amount: string;
  readonly at: string;
}

/** No cell contains a comma: the amounts and the order ID were checked when the sale was accepted. */
function toRow({ orderId, merchant, currency }: Order, { type, transactionId, id, amount, at }: Movement) {
  return { at, cells: [orderId, transactionId, id, merchant.id, type, amount, currency, at].join(",") };
}

function returnedMoney(event: OrderEvent, order: Order) {
  if (event.type === "refund_ended" && event.as === "succeeded") {
    const { transactionId, amount, refundId, at } = event;
    return [toRow(order, { type: "refund", transactionId, id: refundId, amount, at })];
  }
  if (event.type === "dispute_reported" && event.dispute === "chargeback") {
    const { transactionId, refundAmount, at } = event;
    return [toRow(order, { type: "chargeback", transactionId, id: "", amount: refundAmount, at })];
  }
  return [];
}
