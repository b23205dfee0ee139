import { type Plan } from "@pay-index/core";
import { type CartProblem, planOfCart } from "@pay-index/core/adapter";
import type { Order } from "@vendure/core";
import { PayIndexPlanError } from "../start-payment-errors.ts";
import { planNameOf } from "./plan-field.ts";

/** Returns the one plan of all goods of an order, none, or why the goods cannot be sold together. */
export function findOrderPlan(
  { lines }: Order,
  plans: ReadonlyMap<string, Plan>,
): { readonly plan: Plan | undefined } | PayIndexPlanError {
  const names = lines.filter(({ quantity }) => quantity > 0).map((line) => planNameOf(line.productVariant));
  if (names.some((name) => name !== undefined && !plans.has(name)))
    return new PayIndexPlanError("PLAN_UNKNOWN");
  const sold = planOfCart(names.map((name) => (name === undefined ? undefined : plans.get(name))));
  if (!("refused" in sold)) return sold;
  return new PayIndexPlanError(sold.refused.code.toUpperCase() as Uppercase<CartProblem["code"]>);
}
