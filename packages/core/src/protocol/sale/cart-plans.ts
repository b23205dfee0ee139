import { PayIndexError, problemsOf } from "../../errors.ts";
import { type Plan, planSchema } from "./plan.ts";

/**
 * The plans of a catalogue, by the product that carries each: for a shop to call when it starts, so that no buyer is the first to
 * find a mistake. All mistakes are named at once, as `coffee.type`; defaults are filled in.
 *
 * @throws PayIndexError `options_invalid`
 */
export function checkPlans<Product extends string>(
  plans: Readonly<Record<Product, unknown>>,
): Record<Product, Plan> {
  const checked = Object.entries(plans).map(([product, plan]) => ({
    product,
    result: planSchema.safeParse(plan),
  }));
  const problems = checked.flatMap(({ product, result }) =>
    problemsOf((result.error?.issues ?? []).map((issue) => ({ ...issue, path: [product, ...issue.path] }))),
  );
  if (problems.length > 0)
    throw new PayIndexError("options_invalid", "These plans cannot be sold.", { problems });
  return Object.fromEntries(checked.map(({ product, result }) => [product, result.data])) as Record<
    Product,
    Plan
  >;
}

/** Why a cart cannot be sold as it is: a sale is one plan, or none. */
export interface CartProblem {
  readonly code: "plans_mixed" | "plan_and_goods";
  /** In English, for a shop that has no words of its own. */
  readonly message: string;
}

const cartProblemMessages: Readonly<Record<CartProblem["code"], string>> = {
  plans_mixed: "These are on different plans, and each plan needs an order of its own.",
  plan_and_goods:
    "Some of this comes again and again and some of it once: please order them one after the other.",
};

/**
 * What a cart is sold as, for a sale has one plan or none (PLAN-ENCODING): the plan that all of its lines carry, or none where no line
 * carries one. Two plans are one where they say the same: an `id` alone may have been copied.
 *
 * @param lines the plan of each line; undefined for one-off goods
 */
export function planOfCart<Carried extends Pick<Plan, "id">>(
  lines: readonly (Carried | undefined)[],
): { readonly plan: Carried | undefined } | { readonly refused: CartProblem } {
  const [plan] = lines;
  const refuse = (code: CartProblem["code"]) => ({ refused: { code, message: cartProblemMessages[code] } });
  // As `checkPlans` writes them, so in one order.
  const said = new Set<string | undefined>(lines.map((line) => JSON.stringify(line)));
  if (said.size < 2) return { plan };
  return refuse(said.has(undefined) ? "plan_and_goods" : "plans_mixed");
}
