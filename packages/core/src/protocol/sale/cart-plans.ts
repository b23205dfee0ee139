import { PayIndexError, problemsOfSchemaIssues } from "../../errors.ts";
import { type Plan, planSchema } from "./plan.ts";

/**
 * Checks the plans of a catalogue, by product, and returns them with defaults. Call it when the shop starts. The error names every
 * mistake, such as `coffee.type`.
 *
 * @throws PayIndexError `options_invalid`
 */
export function checkCataloguePlans<Product extends string>(
  plans: Readonly<Record<Product, unknown>>,
): Record<Product, Plan> {
  const checked = Object.entries(plans).map(([product, plan]) => ({
    product,
    result: planSchema.safeParse(plan),
  }));
  const problems = checked.flatMap(({ product, result }) =>
    problemsOfSchemaIssues(
      (result.error?.issues ?? []).map((issue) => ({ ...issue, path: [product, ...issue.path] })),
    ),
  );
  if (problems.length > 0)
    throw new PayIndexError("options_invalid", "These plans cannot be sold.", { problems });
  return Object.fromEntries(checked.map(({ product, result }) => [product, result.data])) as Record<
    Product,
    Plan
  >;
}

/** Why a cart cannot be sold: a sale has one plan or none. */
export interface CartProblem {
  readonly code: "plans_mixed" | "plan_and_goods";
  /** An English text for the buyer. */
  readonly message: string;
}

const cartProblemMessages: Readonly<Record<CartProblem["code"], string>> = {
  plans_mixed: "Your cart has products with different subscription plans. Please order each plan separately.",
  plan_and_goods: "Your cart mixes subscription and one-time items. Please order them separately.",
};

/**
 * Returns the plan of a cart, because a sale has one plan or none (PLAN-ENCODING): the plan that all lines have, or none if no line
 * has one. Compares all fields of the plans, because an `id` can be copied.
 *
 * @param lines the plan of each line; undefined for one-off goods
 */
export function planOfCart<Carried extends Pick<Plan, "id">>(
  lines: readonly (Carried | undefined)[],
): { readonly plan: Carried | undefined } | { readonly refused: CartProblem } {
  const [plan] = lines;
  const refuse = (code: CartProblem["code"]) => ({ refused: { code, message: cartProblemMessages[code] } });
  // `checkCataloguePlans` returns the fields of each plan in the same order.
  const distinct = new Set<string | undefined>(lines.map((line) => JSON.stringify(line)));
  if (distinct.size < 2) return { plan };
  return refuse(distinct.has(undefined) ? "plan_and_goods" : "plans_mixed");
}
