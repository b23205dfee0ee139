import type { OrderView } from "../../orders/order-view.ts";
import { formatRelativeTime } from "../../time-text.ts";

/** Returns a short text about an order's deliveries, for a list. */
export function summarizeDeliveries({ deliveries, nextDeliveryAt, state }: OrderView, now: number): string {
  const last = deliveries.at(-1);
  const next = nextDeliveryAt === undefined ? "" : formatRelativeTime(Date.parse(nextDeliveryAt), now);
  if (!last) {
    if (state === "pending") return "none before it is paid";
    return next ? `first try ${next}` : "on its way";
  }
  if (last.outcome === "ok") return last.try === 1 ? "answered OK" : `answered OK to try ${last.try}`;
  return `try ${last.try} ${last.outcome.replace("_", " ")}${next ? `, next ${next}` : ", no more"}`;
}
