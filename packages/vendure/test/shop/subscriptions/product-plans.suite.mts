import { PayIndexPlugin } from "@pay-index/vendure";
import { Logger, ProductVariantService } from "@vendure/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { createContext } from "../catalog-and-orders.mts";
import { plans, type SubscriptionTestShop } from "./subscription-test-shop.mts";

/** Plans as products carry them. */
export function productPlansSuite(shop: () => SubscriptionTestShop): void {
  /** What the plugin logs at start about plans of products that the shop does not have. */
  async function unknownPlans(): Promise<string | undefined> {
    const warn = vi.spyOn(Logger, "warn");
    onTestFinished(() => warn.mockRestore());
    await shop().app.get(PayIndexPlugin).onApplicationBootstrap();
    return warn.mock.calls.map(([text]) => text).findLast((text) => text.startsWith("plans_unknown: "));
  }

  test("a warning at start names a plan of products that the shop does not have, also after it removed the last one", async () => {
    for (const plan of ["silver", "", "tea"]) await shop().onPlan(plan);
    const gone = await shop().onPlan("bronze");
    await shop()
      .app.get(ProductVariantService)
      .softDelete(await createContext(shop().app), gone);
    const warning = await unknownPlans();
    expect(warning).toMatch(/ have plans .*\bsilver\b/);
    expect(warning).not.toMatch(/\b(?:bronze|tea|coffee)\b/);
    const { options } = PayIndexPlugin;
    if (options === undefined) throw new Error("the shop has no options");
    onTestFinished(() => {
      PayIndexPlugin.options = options;
    });
    PayIndexPlugin.init({ ...options.core, ...options.own, plans: {} });
    expect(await unknownPlans()).toMatch(/ have plans .*\btea\b/);
  });

  test("a storefront can display what a product charges", async () => {
    const buyer = shop().buyer();
    await buyer.add(await shop().onPlan("coffee"));
    const order = await buyer.ask(
      "{ activeOrder { lines { productVariant { payIndexPlan { name description type totalCount } } } } }",
    );
    const { name, description } = plans.coffee;
    const payIndexPlan = { name, description, type: "WEEKLY", totalCount: 3 };
    expect(order.lines).toEqual([{ productVariant: { payIndexPlan } }]);
  });

  test("staff can choose the shop's plans for a product, and no other plan", async () => {
    const id = await shop().newOnPlan(null);
    const update =
      "mutation ($input: UpdateProductVariantInput!) { updateProductVariant(input: $input) { customFields { payIndexPlan } } }";
    const choose = (payIndexPlan: string | null) =>
      shop().staff.ask(update, { input: { id, customFields: { payIndexPlan } } });
    expect(await choose("coffee")).toEqual({ customFields: { payIndexPlan: "coffee" } });
    await expect(choose("gold")).rejects.toThrow("gold");
    expect(await choose(null)).toEqual({ customFields: { payIndexPlan: null } });
  });
}
