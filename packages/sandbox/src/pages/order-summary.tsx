import type { Order } from "../book/order.ts";

/** Who is paid and how much. */
export function Payee({ order }: { order: Order }) {
  return (
    <>
      <p class="quiet">
        To {new URL(order.shopUrl).host} (merchant {order.merchant.id})
      </p>
      <p class="amount">
        {order.amount} {order.currency}
      </p>
    </>
  );
}

export function Items({ order }: { order: Order }) {
  if (order.items.length === 0) return null;
  return (
    <ul class="plain items">
      {order.items.map((item) => (
        <li>
          <span>{item.productName}</span>
          <span>
            {item.quantity} × {item.price}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A subscription says what it will charge before it is agreed to. */
export function PlanTerms({ order }: { order: Order }) {
  if (!order.plan) return null;
  const { name, plan_type, first_period_amount } = order.plan;
  return (
    <dl>
      <dt>Plan</dt>
      <dd>{name}</dd>
      <dt>Charged</dt>
      <dd>{plan_type}</dd>
      {first_period_amount ? (
        <>
          <dt>First instalment</dt>
          <dd>
            {first_period_amount} {order.currency}
          </dd>
        </>
      ) : null}
    </dl>
  );
}
