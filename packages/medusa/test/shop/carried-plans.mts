import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import type { Stage } from "./stage.mts";
import { type Goods, monthly, provider_id, subscribing, yearly } from "./subscribing.mts";

const require = createRequire(import.meta.url);

/** The plans that products carry, on a real Medusa. */
export function carriedPlans(open: () => Stage): void {
  const { goods, cartOf, begun } = subscribing(open);

  describe("a cart", () => {
    test("is charged by the plan that its variant carries, or its product, as an object or as text", async () => {
      const plans: [Goods, string][] = [
        [await goods({ plan: monthly }), "monthly"],
        [await goods({ plan: JSON.stringify(monthly) }), "monthly"],
        [await goods({ plan: monthly, variantPlan: yearly }), "yearly"],
      ];
      for (const [sold, type] of plans) {
        const { cartId } = await begun(sold);
        const [payment] = (await open().payIndex.bookOfCart(cartId)).payments;
        expect(payment?.subscription?.planType).toBe(type);
      }
    }, 60_000);

    test.each<[string, unknown, string]>([
      ["an array", [monthly], ""],
      ["encoded twice", JSON.stringify(JSON.stringify(monthly)), ""],
      ["no JSON", "monthly", ""],
      ["an unknown type", { ...monthly, type: "daily" }, ".type"],
      ["attempts as text", { ...monthly, attempts: "3" }, ".attempts"],
      ["no cycles", { ...monthly, totalCount: 0 }, ".totalCount"],
      ["an id that is no UUID", { ...monthly, id: "coffee" }, ".id"],
      ["no description", { ...monthly, description: "" }, ".description"],
    ])("whose product carries a plan that is wrong is refused: %s", async (_what, plan, path) => {
      const sold = await goods({ plan });
      const { status, body } = await (await cartOf([sold])).start({ provider_id });
      expect([status, body.code]).toEqual([400, "pay_index_plan_invalid"]);
      expect(body.problems).toMatchObject([{ path: sold.productId + path }]);
    });
  });

  test("a plan that is wrong is found when the shop starts, before any buyer does", async () => {
    const { bootWarnings } = require("../../.medusa/server/src/boot-warnings.js");
    const sold = await goods({ plan: { ...monthly, type: "daily" }, variantPlan: JSON.stringify([yearly]) });
    const ledger = { isOnlyProcess: async () => true };
    const warnings: string[] = await bootWarnings(open().container, { ...open().payIndex.options, ledger });
    const warning = warnings.find((each) => each.startsWith("Plans that cannot be sold: "));
    expect(warning).toMatch(new RegExp(`${sold.productId}\\.type must be one of`));
    expect(warning).toContain(`${sold.variantId} `);
  });
}
