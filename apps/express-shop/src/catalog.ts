import { checkCataloguePlans, type Plan } from "@pay-index/express";
import { type Product as Goods, catalog as goods, monthlyCoffee } from "@pay-index-apps/demo/catalog";
import { monthlyPlan } from "@pay-index-apps/demo/monthly-plan";

export { currency } from "@pay-index-apps/demo/catalog";

export interface Product extends Goods {
  /** The subscription plan. Undefined for a product that is bought once. */
  readonly plan?: Plan;
}

/** Checked at the start of the shop: an invalid plan stops it. The id of a plan never changes. */
const plans = checkCataloguePlans({
  coffee: monthlyPlan,
  notebook: {
    id: "0d8e5c0a-5a0c-4a53-8f0e-4b7c3f6a9d21",
    name: "A notebook each quarter",
    type: "quarterly",
    description: "One dotted notebook each quarter, for two years",
    attempts: 3,
    totalCount: 8,
  },
});

/** The products of this shop. The other sample shops have the same. */
export const catalog: readonly Product[] = [
  ...goods,
  { ...monthlyCoffee, plan: plans.coffee },
  ...goods
    .filter(({ id }) => id === "notebook")
    .map((notebook) => ({
      ...notebook,
      id: "notebook-quarterly",
      name: "A notebook each quarter",
      says: "For those who fill one in a season. Charged each quarter for two years.",
      plan: plans.notebook,
    })),
];
