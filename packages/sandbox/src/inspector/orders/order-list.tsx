import type { OrderView } from "../../orders/order-view.ts";
import { formatRelativeTime, formatTimeOfDay } from "../../time-text.ts";
import type { InspectorDependencies } from "../inspector-page.tsx";
import { CardTable } from "../inspector-parts.tsx";

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
  const rows = orders.map((order) => ({
    item: `${order.merchantId} ${order.orderId}`,
    cells: [
      <a id={`order-${order.merchantId}-${order.orderId}`} href={orderDetailsPath(order)}>
        {order.orderId}
      </a>,
      order.variant,
      <span class="time">{`${order.amount} ${order.currency}`}</span>,
      <span>
        <StateTag state={order.state} />{" "}
        {order.strictProblems ? <span class="tag lenient">lenient</span> : null}
      </span>,
      <div class="said">
        <Notifications order={order} now={now} page={buyerPage(order.orderId, order.merchantId)} />
      </div>,
      <Arrival order={order} now={now} />,
    ],
  }));
  const head = ["Order", "Variant", "Amount", "State", "Notifications", "Came in (UTC)"];
  return <CardTable head={head} rows={rows} />;
}

interface OrderCellProps {
  readonly order: OrderView;
  readonly now: number;
  readonly page?: string | undefined;
}

function Notifications({ order, now, page }: OrderCellProps) {
  if (order.state !== "pending" || !page) return <>{summarizeDeliveries(order, now)}</>;
  return (
    <>
      none before it is paid:{" "}
      <a
        id={`buyer-${order.merchantId}-${order.orderId}`}
        href={page}
        aria-label={`open its page, order ${order.orderId}`}
      >
        open its page
      </a>
    </>
  );
}

function Arrival({ order: { createdAt }, now }: OrderCellProps) {
  const created = Date.parse(createdAt);
  return (
    <span class="time">
      <time datetime={createdAt}>{formatTimeOfDay(created).slice(0, 8)}</time>
      {/* further apart than a day, the time of day says too little */}
      <span class="quiet">
        , {now - created > 86_400_000 ? createdAt.slice(0, 10) : formatRelativeTime(created, now)}
      </span>
    </span>
  );
}

/** Returns a short text about an order's deliveries. */
function summarizeDeliveries({ deliveries, nextDeliveryAt, state }: OrderView, now: number): string {
  const last = deliveries.at(-1);
  const next = nextDeliveryAt === undefined ? "" : formatRelativeTime(Date.parse(nextDeliveryAt), now);
  if (!last) {
    if (state === "pending") return "none before it is paid";
    return next ? `first try ${next}` : "on its way";
  }
  if (last.outcome === "ok") return last.try === 1 ? "answered OK" : `answered OK to try ${last.try}`;
  return `try ${last.try} ${last.outcome.replace("_", " ")}${next ? `, next ${next}` : ", no more"}`;
}

export function StateTag({ state }: { state: OrderView["state"] }) {
  return <span class={`tag ${state}`}>{state}</span>;
}
