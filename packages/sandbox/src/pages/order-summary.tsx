import type { Order } from "../orders/order.ts";
import { findBuyerPageTexts } from "./languages/languages.ts";
import { orderPagePath } from "./page-paths.ts";

/** Displays the merchant and the amount. */
export function PayeeAndAmount({ order }: { order: Order }) {
  return (
    <>
      <p class="quiet">{findBuyerPageTexts(order).payee(new URL(order.shopUrl).host, order.merchant.id)}</p>
      <OrderAmountLine order={order} />
    </>
  );
}

export function OrderAmountLine({ order }: { order: Order }) {
  return (
    <p class="amount">
      <bdi>{`${order.amount} ${order.currency}`}</bdi>
    </p>
  );
}

export function OrderItems({ order }: { order: Order }) {
  if (order.items.length === 0) return null;
  return (
    <ul class="plain items">
      {order.items.map((item) => (
        <li>
          <span>
            <bdi>{item.productName}</bdi>
          </span>
          <span>
            <bdi>{`${item.quantity} × ${item.price}`}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Names with values, which keep their own direction. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: string | undefined])[] }) {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </>
      ))}
    </dl>
  );
}

/** Displays the later charges of a subscription before the buyer agrees. */
export function PlanTerms({ order }: { order: Order }) {
  if (!order.plan) return null;
  const { name, plan_type, first_period_amount } = order.plan;
  const { plan } = findBuyerPageTexts(order);
  const first = [plan.first, `${first_period_amount} ${order.currency}`] as const;
  return (
    <Facts
      rows={[[plan.name, name], [plan.charged, plan[plan_type]], ...(first_period_amount ? [first] : [])]}
    />
  );
}

/** A button with which the buyer gives up. */
export function CancelForm({ order }: { order: Order }) {
  return (
    <form method="post" action={`${orderPagePath(order)}/cancel`}>
      <button type="submit" class="third">
        {findBuyerPageTexts(order).cancel}
      </button>
    </form>
  );
}

/** The order of a page on which the buyer decides. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <>
      <PayeeAndAmount order={order} />
      <OrderItems order={order} />
      <p class="quiet">
        {findBuyerPageTexts(order).order} <bdi>{order.orderId}</bdi>
      </p>
    </>
  );
}
