import type { Order } from "../orders/order.ts";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { Facts } from "./order-summary.tsx";
import { SheetPage } from "./page-frame.tsx";
import { orderPagePath } from "./page-paths.ts";

/** The page of an order that is finished, or that the gateway charges again later. It has the link back to the shop. */
export function OrderResultPage({ order }: { order: Order }) {
  const words = findBuyerPageTexts(order);
  const paid = order.state === "paid";
  const { title, heading, text } = words.finished[results[order.state]];
  return (
    <SheetPage title={title} words={words} heading={heading}>
      <p class={paid ? "notice good" : "notice bad"} role="status">
        {paid ? text : `${describeFailure(order)}${text}`}
      </p>
      <Facts
        rows={[
          [words.order, order.orderId],
          [words.amount, `${order.amount} ${order.currency}`],
          [words.finished.transaction, order.transactionId],
        ]}
      />
      <a class="button" href={`${orderPagePath(order)}/return`}>
        {words.finished.back}
      </a>
    </SheetPage>
  );
}

const results = { paid: "paid", pending: "retried", failed: "failed", closed: "failed" } as const;

/** The page for unknown addresses. */
export function NotFoundPage() {
  return (
    <SheetPage title="Not found" heading="Page not found">
      <p>The sandbox keeps its orders in memory: after a restart their pages are gone.</p>
      <a class="button second" href="/">
        To the start page
      </a>
    </SheetPage>
  );
}

/** Reasons exist only in English, so other languages leave them out. */
function describeFailure(order: Order): string {
  if (findBuyerPageTexts(order).tag !== "en") return "";
  const reason = order.failure ?? "it failed";
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. `;
}
