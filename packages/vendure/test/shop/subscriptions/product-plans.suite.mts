import { PayIndexPlugin } from "@pay-index/vendure";
import { Logger, ProductVariantService } from "@vendure/core";
import { expect, test, vi } from "vitest";
import { createContext } from "../catalog-and-orders.mts";
import { plans, type SubscriptionTestShop } from "./subscription-test-shop.mts";

/** Plans as products carry them. */
export function productPlansSuite(shop: () => SubscriptionTestShop): void {
  async function atBoot(): Promise<string[]> {
    const warn = vi.spyOn(Logger, "warn");
    try {
      await shop().stage.app.get(PayIndexPlugin).onApplicationBootstrap();
      return warn.mock.calls.map(([text]) => text);
    } finally {
      warn.mockRestore();
    }
  }

  test("a warning at start names a plan of products that the shop does not have", async () => {
    await shop().onPlan("silver");
    await shop().onPlan("");
    const gone = await shop().onPlan("bronze");
    await shop()
      .stage.app.get(ProductVariantService)
      .softDelete(await createContext(shop().stage.app), gone);
    const warnings = await atBoot();
    expect(warnings.filter((text) => text.startsWith("plans_not_sold: "))).toEqual([]);
    const warning = warnings.find((text) => text.startsWith("plans_unknown: "));
    expect(warning).toMatch(/ have plans .*\bsilver\b/);
    expect(warning).not.toMatch(/\b(?:bronze|tea|coffee)\b/);
  });

  test("a warning at start names a plan of products after the shop removed its last plan", async () => {
    await shop().onPlan("tea");
    const { options } = PayIndexPlugin;
    if (options === undefined) throw new Error("the shop has no options");
    const { core, own } = options;
    try {
      PayIndexPlugin.init({ ...core, ...own, plans: {} });
      expect((await atBoot()).find((text) => text.startsWith("plans_unknown: "))).toMatch(
        / have plans .*\btea\b/,
      );
    } finally {
      PayIndexPlugin.options = options;
    }
  });

  test("a storefront can display what a product charges", async () => {
    const variant = await shop().onPlan("coffee");
    const buyer = shop().stage.buyer();
    await buyer.add(variant);
    const order = await buyer.ask(
      "{ activeOrder { lines { productVariant { payIndexPlan { name description type totalCount } } } } }",
    );
    const { name, description } = plans.coffee;
    const payIndexPlan = { name, description, type: "WEEKLY", totalCount: 3 };
    expect(order.lines).toEqual([{ productVariant: { payIndexPlan } }]);
  });

  test("staff can choose the shop's plans for a product, and no other plan", async () => {
    const id = await shop().onPlan(null);
    const update =
      "mutation ($input: UpdateProductVariantInput!) { updateProductVariant(input: $input) { customFields { payIndexPlan } } }";
    const choose = (payIndexPlan: string | null) =>
      shop().staff.ask(update, { input: { id, customFields: { payIndexPlan } } });
    expect(await choose("coffee")).toEqual({ customFields: { payIndexPlan: "coffee" } });
    await expect(choose("gold")).rejects.toThrow("gold");
    expect(await choose(null)).toEqual({ customFields: { payIndexPlan: null } });
  });
}
