import type { OrderView } from "../../orders/order-view.ts";
import { formatRelativeTime, formatTimeOfDay } from "../../time-text.ts";
import type { InspectorDependencies } from "../inspector-context.ts";
import { summarizeDeliveries } from "./delivery-summary.ts";

export function orderDetailsPath(order: { readonly merchantId: string; readonly orderId: string }): string {
  return `/orders/${encodeURIComponent(order.merchantId)}/${encodeURIComponent(order.orderId)}`;
}

export interface OrderListProps {
  readonly orders: readonly OrderView[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly buyerPage: InspectorDependencies["buyerPage"];
}

/** Displays orders as rows, or as cards on a narrow screen. */
export function OrderList({ orders, now, buyerPage }: OrderListProps) {
  return (
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Variant</th>
          <th scope="col">Amount</th>
          <th scope="col">State</th>
          <th scope="col">Notifications</th>
          <th scope="col">Came in (UTC)</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow order={order} now={now} buyerPage={buyerPage(order.orderId, order.merchantId)} />
        ))}
      </tbody>
    </table>
  );
}

interface OrderRowProps {
  readonly order: OrderView;
  readonly now: number;
  readonly buyerPage: string | undefined;
}

function OrderRow({ order, now, buyerPage }: OrderRowProps) {
  const created = Date.parse(order.createdAt);
  return (
    <tr data-item={`${order.merchantId} ${order.orderId}`}>
      <td data-label="Order">
        <a id={`order-${order.merchantId}-${order.orderId}`} href={orderDetailsPath(order)}>
          {order.orderId}
        </a>
      </td>
      <td data-label="Variant">{order.variant}</td>
      <td data-label="Amount" class="time">
        {order.amount} {order.currency}
      </td>
      <td data-label="State">
        <StateTag state={order.state} />
      </td>
      <td data-label="Notifications" class="said">
        {order.state === "pending" && buyerPage ? (
          <span>
            none before it is paid:{" "}
            <a
              id={`buyer-${order.merchantId}-${order.orderId}`}
              href={buyerPage}
              aria-label={`open its page, order ${order.orderId}`}
            >
              open its page
            </a>
          </span>
        ) : (
          summarizeDeliveries(order, now)
        )}
      </td>
      <td data-label="Came in (UTC)" class="time">
        <span>
          <time datetime={order.createdAt}>{formatTimeOfDay(created).slice(0, 8)}</time>
          {/* further apart than a day, the time of day says too little */}
          <span class="quiet">
            , {now - created > 86_400_000 ? order.createdAt.slice(0, 10) : formatRelativeTime(created, now)}
          </span>
        </span>
      </td>
    </tr>
  );
}

export function StateTag({ state }: { state: OrderView["state"] }) {
  return <span class={`tag ${state}`}>{state}</span>;
}
