import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { type Begun, type BookStatus, begunSubscription, toAmountText } from "@pay-index/core";
import { payIndexOf } from "../pay-index-of.ts";
import type { Subscription } from "../storefront/index.ts";

type Container = Pick<MedusaContainer, "resolve">;

/** The subscription that a cart has begun. Null: it has begun none, or it is not paid. */
export function subscriptionOf(book: BookStatus): Subscription | null {
  const begun = begunSubscription(book);
  return begun === undefined ? null : shown(book.reference, begun);
}

/** All of them, newest first. */
export async function subscriptionsOfCustomer(
  container: Container,
  customerId: string,
): Promise<Subscription[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["pay_index_payments.order_number"];
  const { data } = await query.graph({ entity: "customer", fields, filters: { id: customerId } });
  const [customer] = data as unknown as { pay_index_payments?: ({ order_number: string } | null)[] }[];
  const linked = (customer?.pay_index_payments ?? []).flatMap((payment) => payment?.order_number ?? []);
  const payIndex = payIndexOf(container);
  const found: Subscription[] = [];
  for (const id of await payIndex.cartsOnPlans(linked)) {
    const subscription = subscriptionOf(await payIndex.bookOfCart(id));
    if (subscription !== null) found.push(subscription);
  }
  return found;
}

function shown(cartId: string, { payment: { money }, subscription }: Begun): Subscription {
  const { planId, planType, totalCount, state, closedAt, next, cycles } = subscription;
  return {
    cart_id: cartId,
    plan_id: planId,
    plan_type: planType,
    total_count: totalCount,
    state: state === "waiting" ? "active" : state,
    amount: toAmountText(money),
    currency_code: money.currency.toLowerCase(),
    closed_at: closedAt ?? null,
    next: next === undefined ? null : { number: next.number, due_at: next.dueAt },
    cycles: cycles.map((cycle) => ({
      number: cycle.number,
      state: cycle.state,
      due_at: cycle.dueAt ?? null,
      order_id: cycle.placed?.id ?? null,
    })),
  };
}
