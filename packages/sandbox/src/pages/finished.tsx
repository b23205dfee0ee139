import type { Order } from "../book/order.ts";
import { Frame } from "./frame.tsx";
import { returnPath } from "./paths.ts";

/** The page of an order that is settled for ever: it says so, and shows the way back to the shop. */
export function FinishedPage({ order }: { order: Order }) {
  const backTo = returnPath(order);
  const paid = order.state === "paid";
  return (
    <Frame title={paid ? "Paid" : "Not paid"}>
      <section class="sheet">
        <h1>{paid ? "This order is paid" : "This order was not paid"}</h1>
        <p class={paid ? "notice good" : "notice bad"} role="status">
          {paid
            ? "Nothing more is charged here."
            : `${sentence(order.failure ?? "It failed")} Nothing was charged.`}
        </p>
        <dl>
          <dt>Order</dt>
          <dd>{order.orderNumber}</dd>
          <dt>Amount</dt>
          <dd>
            {order.amount} {order.currency}
          </dd>
          <dt>Transaction</dt>
          <dd>{order.transactionId}</dd>
        </dl>
        <a class="button" href={backTo}>
          Go back to the shop
        </a>
      </section>
    </Frame>
  );
}

/** Nothing is behind this address. */
export function NotFoundPage() {
  return (
    <Frame title="Not found">
      <section class="sheet">
        <h1>There is nothing here</h1>
        <p>The sandbox keeps its orders in memory: after a restart their pages are gone.</p>
        <a class="button second" href="/">
          To the start page
        </a>
      </section>
    </Frame>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
