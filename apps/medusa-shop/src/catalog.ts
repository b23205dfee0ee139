import { type Product as Goods, catalog as goods, monthlyCoffee } from "@pay-index-apps/demo/catalog";
import { monthlyPlan } from "@pay-index-apps/demo/monthly-plan";

export { currency } from "@pay-index-apps/demo/catalog";

export interface Product extends Goods {
  /** What is charged again and again; without one it is bought once. */
  readonly plan?: typeof monthlyPlan;
}

/** What this shop sells. The goods are those of the other sample shops. */
export const catalog: readonly Product[] = [...goods, { ...monthlyCoffee, plan: monthlyPlan }];
