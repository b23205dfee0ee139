import { createRequire } from "node:module";
import type { SetupWarning } from "@pay-index/core";
import { describe, expect, test } from "vitest";
import { monthlyPlan, provider_id, subscriptionBuyers, yearlyPlan } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

const compiled = (file: string) => createRequire(import.meta.url)(`../../.medusa/server/src/${file}.js`);

/** The plans that products carry. */
export function productPlansSuite(open: () => TestShop): void {
  const { goods, product, cartOf, begun } = subscriptionBuyers(open);

  describe("a cart", () => {
    test.each([
      ["its product, as text", { plan: JSON.stringify(monthlyPlan) }, "monthly"],
      [
        "its variant, if its product has another one",
        { plan: monthlyPlan, variantPlan: yearlyPlan },
        "yearly",
      ],
    ])("is charged by the plan of %s", async (_, plans, type) => {
      const { cartId } = await begun(await goods(plans));
      const [payment] = (await open().payIndex.paymentOfCart(cartId)).attempts;
      expect(payment?.subscription?.planType).toBe(type);
    });

    test.each<[string, unknown, string]>([
      ["encoded twice", JSON.stringify(JSON.stringify(monthlyPlan)), ""],
      ["no first price (PLAN-FIRST)", { ...monthlyPlan, firstPeriodAmount: 0 }, ".firstPeriodAmount"],
    ])("whose product has an invalid plan is refused: %s", async (_what, plan, path) => {
      const { productId, variantId } = await goods({ plan });
      const { status, body } = await (await cartOf([{ variantId }])).start({ provider_id });
      expect([status, body.code]).toEqual([400, "pay_index_plan_invalid"]);
      expect(body.problems).toMatchObject([{ path: productId + path }]);
    });
  });

  test("warnings at boot name providers that cannot charge, subscriptions whose cycles do not become orders, and invalid plans", async () => {
    const { findBootWarnings } = compiled("boot-warnings");
    await begun(await product(monthlyPlan));
    const { gateway, options } = open().payIndex;
    const { core } = options;
    const engine = { isOnlyProcess: async () => true };
    const warned = async (changes: object): Promise<string> => {
      const input = { ...options, core: { ...core, ...changes }, engine, gateway };
      const warnings: SetupWarning[] = await findBootWarnings(open().container, input);
      return warnings.map(({ message }) => message).join("\n");
    };
    expect(await warned({})).not.toMatch(/pp_pay-index|cookieOptions/);
    expect(await warned({ acceptRawCards: false })).toMatch(
      /offer pp_pay-index_card, pp_pay-index_subscription.*acceptRawCards/,
    );
    expect(await warned({ sandbox: false })).toContain("projectConfig.cookieOptions.secure");
    const merchants = core.merchants.filter(({ variants }) => !variants?.includes("subscription"));
    expect(await warned({ merchants })).toMatch(
      /^UNSAFE: .*pp_pay-index_subscription.*cycles do not become orders/m,
    );
    const sold = await goods({ plan: { ...monthlyPlan, type: "daily" }, variantPlan: "[]" });
    expect(await warned({})).toMatch(
      new RegExp(`Plans that cannot be sold: .*${sold.productId}\\.type must be one of.*${sold.variantId} `),
    );
  });
}
