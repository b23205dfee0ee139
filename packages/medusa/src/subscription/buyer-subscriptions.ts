import { type PaymentStatus, toAmountText } from "@pay-index/core";
import { findPaidSubscription, type SubscriptionAndPaidAttempt } from "@pay-index/core/adapter";
import { type Container, findRows } from "../find-rows.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import type { Subscription } from "../storefront/index.ts";

/** Returns the subscription that a cart started. Null if there is none, or if it is not paid. */
export function findSubscriptionViewOfPayment(payment: PaymentStatus): Subscription | null {
  const begun = findPaidSubscription(payment);
  return begun === undefined ? null : toBuyerSubscription(payment.reference, begun);
}

/** Returns the subscriptions of a customer, newest first, and their number. */
export async function findCustomerSubscriptions(
  container: Container,
  customerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ subscriptions: Subscription[]; count: number }> {
  const payIndex = resolvePayIndex(container);
  const carts = await payIndex.cartsOnPlans(await findCustomerAttemptIds(container, customerId));
  const subscriptions: Subscription[] = [];
  for (const id of carts.slice(offset, offset + limit)) {
    const subscription = findSubscriptionViewOfPayment(await payIndex.paymentOfCart(id));
    if (subscription !== null) subscriptions.push(subscription);
  }
  return { subscriptions, count: carts.length };
}

interface OrderWithAttempts {
  readonly id: string;
  readonly pay_index_attempts?: readonly ({ readonly attempt_id: string } | null)[];
}

/**
 * Returns the attempts that paid the customer's orders with a cart. Renewals are left out: they belong to the owner of
 * the first order.
 */
async function findCustomerAttemptIds(container: Container, customerId: string): Promise<string[]> {
  const fields = ["id", "pay_index_attempts.attempt_id"];
  const filters = { customer_id: customerId };
  const orders = await findRows<OrderWithAttempts>(container, { entity: "order", fields, filters });
  const links = await findRows<{ order_id: string }>(container, {
    entity: "order_cart",
    fields: ["order_id"],
    filters: { order_id: orders.map(({ id }) => id) },
  });
  const ofCarts = new Set(links.map(({ order_id }) => order_id));
  return orders
    .filter(({ id }) => ofCarts.has(id))
    .flatMap(({ pay_index_attempts = [] }) => pay_index_attempts.flatMap((each) => each?.attempt_id ?? []));
}

function toBuyerSubscription(
  cartId: string,
  { attempt: { amount }, subscription }: SubscriptionAndPaidAttempt,
): Subscription {
  const { planId, planType, totalCount, state, closedAt, nextCycle, cycles } = subscription;
  return {
    cart_id: cartId,
    plan_id: planId,
    plan_type: planType,
    total_count: totalCount,
    state: state === "waiting" ? "active" : state,
    amount: toAmountText(amount),
    currency_code: amount.currency.toLowerCase(),
    closed_at: closedAt ?? null,
    next_cycle: nextCycle === undefined ? null : { number: nextCycle.number, due_at: nextCycle.dueAt },
    cycles: cycles.map((cycle) => ({
      number: cycle.number,
      state: cycle.state,
      due_at: cycle.dueAt ?? null,
      order_id: cycle.placedOrder?.id ?? null,
      is_overdue: cycle.isOverdue,
    })),
  };
}
