import { createRequire } from "node:module";
import type { SetupWarning } from "@pay-index/core";
import { describe, expect, test } from "vitest";
import {
  monthlyPlan,
  type PlannedProduct,
  provider_id,
  subscriptionBuyers,
  yearlyPlan,
} from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

const require = createRequire(import.meta.url);

/** The plans that products carry, on a real Medusa. */
export function productPlansSuite(open: () => TestShop): void {
  const { goods, cartOf, begun } = subscriptionBuyers(open);

  describe("a cart", () => {
    test("is charged by the plan of its variant or its product, as an object or as text", async () => {
      const plans: [PlannedProduct, string][] = [
        [await goods({ plan: monthlyPlan }), "monthly"],
        [await goods({ plan: JSON.stringify(monthlyPlan) }), "monthly"],
        [await goods({ plan: monthlyPlan, variantPlan: yearlyPlan }), "yearly"],
      ];
      for (const [sold, type] of plans) {
        const { cartId } = await begun(sold);
        const [payment] = (await open().payIndex.paymentOfCart(cartId)).attempts;
        expect(payment?.subscription?.planType).toBe(type);
      }
    });

    test.each<[string, unknown, string]>([
      ["an array", [monthlyPlan], ""],
      ["encoded twice", JSON.stringify(JSON.stringify(monthlyPlan)), ""],
      ["no JSON", "monthly", ""],
      ["an unknown type", { ...monthlyPlan, type: "daily" }, ".type"],
      ["attempts as text", { ...monthlyPlan, attempts: "3" }, ".attempts"],
      ["no cycles", { ...monthlyPlan, totalCount: 0 }, ".totalCount"],
      ["an id that is no UUID", { ...monthlyPlan, id: "coffee" }, ".id"],
      ["no description", { ...monthlyPlan, description: "" }, ".description"],
      ...[0, -1, 0.5, "5.00", { minor: 500, currency: "EUR" }].map(
        (firstPeriodAmount): [string, unknown, string] => [
          `a first period of ${JSON.stringify(firstPeriodAmount)} (PLAN-FIRST)`,
          { ...monthlyPlan, firstPeriodAmount },
          ".firstPeriodAmount",
        ],
      ),
    ])("whose product has an invalid plan is refused: %s", async (_what, plan, path) => {
      const sold = await goods({ plan });
      const { status, body } = await (await cartOf([sold])).start({ provider_id });
      expect([status, body.code]).toEqual([400, "pay_index_plan_invalid"]);
      expect(body.problems).toMatchObject([{ path: sold.productId + path }]);
    });
  });

  test("a storefront can display what a plan charges", async () => {
    const { productId } = await goods({ plan: monthlyPlan, variantPlan: yearlyPlan });
    const { product } = await open().buyer().ask(`/store/products/${productId}?fields=*variants,%2Bmetadata`);
    expect([product.metadata.pay_index_plan, product.variants[0].metadata.pay_index_plan]).toEqual([
      monthlyPlan,
      yearlyPlan,
    ]);
  });

  test("warnings at boot name providers that cannot charge, and subscriptions whose cycles do not become orders", async () => {
    const { findBootWarnings } = require("../../.medusa/server/src/boot-warnings.js");
    await begun(await goods({ plan: monthlyPlan }));
    const { gateway, options } = open().payIndex;
    const { core } = options;
    const engine = { isOnlyProcess: async () => true };
    const warned = async (changes: object): Promise<string> => {
      const input = { ...options, core: { ...core, ...changes }, engine, gateway };
      const warnings: SetupWarning[] = await findBootWarnings(open().container, input);
      return warnings.map(({ message }) => message).join("\n");
    };
    expect(await warned({})).not.toMatch(/pp_pay-index/);
    expect(await warned({ acceptRawCards: false })).toMatch(
      /Japan, World offer pp_pay-index_card, pp_pay-index_subscription.*acceptRawCards/,
    );
    const merchants = core.merchants.filter(({ variants }) => !variants?.includes("subscription"));
    expect(await warned({ merchants })).toMatch(
      /^UNSAFE: .*pp_pay-index_subscription.*cycles do not become orders/m,
    );
  });

  test("a warning at boot names a product with an invalid plan", async () => {
    const { findBootWarnings } = require("../../.medusa/server/src/boot-warnings.js");
    const sold = await goods({
      plan: { ...monthlyPlan, type: "daily" },
      variantPlan: JSON.stringify([yearlyPlan]),
    });
    const engine = { isOnlyProcess: async () => true };
    const { gateway, options } = open().payIndex;
    const input = { ...options, engine, gateway };
    const warnings: SetupWarning[] = await findBootWarnings(open().container, input);
    const warning = warnings.find(({ code }) => code === "plans_invalid")?.message;
    expect(warning).toMatch(/^Plans that cannot be sold: /);
    expect(warning).toMatch(new RegExp(`${sold.productId}\\.type must be one of`));
    expect(warning).toContain(`${sold.variantId} `);
  });
}
