import type { Order } from "../orders/order.ts";
import { findBuyerPageTexts } from "./languages/languages.ts";

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

export function OrderIdLine({ order }: { order: Order }) {
  return (
    <p class="quiet">
      {findBuyerPageTexts(order).order} <bdi>{order.orderId}</bdi>
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

/** Displays the later charges of a subscription before the buyer agrees. */
export function PlanTerms({ order }: { order: Order }) {
  if (!order.plan) return null;
  const { name, plan_type, first_period_amount } = order.plan;
  const { plan } = findBuyerPageTexts(order);
  return (
    <dl>
      <dt>{plan.name}</dt>
      <dd>
        <bdi>{name}</bdi>
      </dd>
      <dt>{plan.charged}</dt>
      <dd>{plan[plan_type]}</dd>
      {first_period_amount ? (
        <>
          <dt>{plan.first}</dt>
          <dd>
            <bdi>{`${first_period_amount} ${order.currency}`}</bdi>
          </dd>
        </>
      ) : null}
    </dl>
  );
}
