import type { Order, Plan } from "./shop-api/order.ts";

const periodNames: Readonly<Record<Plan["type"], string>> = {
  WEEKLY: "week",
  MONTHLY: "month",
  QUARTERLY: "quarter",
  YEARLY: "year",
};

/** Returns the plan of a cart. Vendure refuses a cart with several plans. */
export function findOrderPlan({ lines }: Order): Plan | undefined {
  return (
    lines.find(({ productVariant }) => productVariant.payIndexPlan !== null)?.productVariant.payIndexPlan ??
    undefined
  );
}

/** Returns the terms of the renewals, to which the buyer agrees. */
export function toRenewalTermsView(order: Order): { each: string; times: number } | false {
  const plan = findOrderPlan(order);
  return plan === undefined ? false : { each: periodNames[plan.type], times: plan.totalCount };
}
