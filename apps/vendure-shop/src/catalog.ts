import { type Product as Goods, catalog as goods, monthlyCoffee } from "@pay-index-apps/demo/catalog";
import { monthlyPlan } from "@pay-index-apps/demo/monthly-plan";

export { currency } from "@pay-index-apps/demo/catalog";

export interface Product extends Goods {
  /** One of the shop's plans, by its name; without one it is bought once. */
  readonly plan?: keyof typeof plans;
}

/** What can be subscribed to. Staff choose one of them for a product; the shop's own are chosen below. */
export const plans = { monthly: monthlyPlan } as const;

/** What this shop sells. The goods are those of the other sample shops. */
export const catalog: readonly Product[] = [...goods, { ...monthlyCoffee, plan: "monthly" }];
