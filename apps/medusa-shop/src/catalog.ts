import { type Product as Goods, catalog as goods, monthlyCoffee } from "@pay-index-apps/demo/catalog";
import { monthlyPlan } from "@pay-index-apps/demo/monthly-plan";

export { currency } from "@pay-index-apps/demo/catalog";

export interface Product extends Goods {
  /** The subscription plan. Undefined for a product that is bought once. */
  readonly plan?: typeof monthlyPlan;
}

/** The products of this shop. The other sample shops have the same. */
export const catalog: readonly Product[] = [...goods, { ...monthlyCoffee, plan: monthlyPlan }];
