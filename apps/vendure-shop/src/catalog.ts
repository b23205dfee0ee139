import { type Product as Goods, catalog as goods, monthlyCoffee } from "@pay-index-apps/demo/catalog";
import { monthlyPlan } from "@pay-index-apps/demo/monthly-plan";

export { currency } from "@pay-index-apps/demo/catalog";

export interface Product extends Goods {
  /** The name of one of the shop's plans. Undefined for a product that is bought once. */
  readonly plan?: keyof typeof plans;
}

/** The shop's plans. Staff choose one for a product. The shop's own products are below. */
export const plans = { monthly: monthlyPlan } as const;

/** The products of this shop. The other sample shops have the same. */
export const catalog: readonly Product[] = [...goods, { ...monthlyCoffee, plan: "monthly" }];
