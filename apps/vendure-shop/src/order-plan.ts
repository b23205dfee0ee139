import type { Order, Plan } from "./shop-api/order.ts";

const periodNames: Readonly<Record<Plan["type"], string>> = {
  WEEKLY: "week",
  MONTHLY: "month",
  QUARTERLY: "quarter",
  YEARLY: "year",
};

/** Of a cart that has one; Vendure says so when it mixes. */
export function findOrderPlan({ lines }: Order): Plan | undefined {
  return (
    lines.find(({ productVariant }) => productVariant.payIndexPlan !== null)?.productVariant.payIndexPlan ??
    undefined
  );
}

/** What the buyer agrees to, beside what is paid now. */
export function toRenewalTerms(order: Order): { each: string; times: number } | false {
  const plan = findOrderPlan(order);
  return plan === undefined ? false : { each: periodNames[plan.type], times: plan.totalCount };
}
