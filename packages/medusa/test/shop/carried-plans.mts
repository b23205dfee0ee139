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

  test("a storefront can tell its buyers what they agree to", async () => {
    const { productId } = await goods({ plan: monthly, variantPlan: yearly });
    const { product } = await open().buyer().ask(`/store/products/${productId}?fields=*variants,%2Bmetadata`);
    expect([product.metadata.pay_index_plan, product.variants[0].metadata.pay_index_plan]).toEqual([
      monthly,
      yearly,
    ]);
  });

  test("a shop is told at start what it cannot sell any more, or cannot deliver", {
    timeout: 60_000,
  }, async () => {
    const { bootWarnings } = require("../../.medusa/server/src/boot-warnings.js");
    await begun(await goods({ plan: monthly }));
    const { core, own } = open().payIndex.options;
    const ledger = { isOnlyProcess: async () => true };
    const warned = async (changes: object): Promise<string> =>
      (await bootWarnings(open().container, { own, core: { ...core, ...changes }, ledger })).join("\n");
    expect(await warned({})).not.toMatch(/pp_pay-index/);
    expect(await warned({ acceptRawCards: false })).toMatch(
      /Japan, World offer pp_pay-index_card, pp_pay-index_subscription.*acceptRawCards/,
    );
    const merchants = core.merchants.filter(({ variants }) => !variants?.includes("subscription"));
    expect(await warned({ merchants })).toMatch(/^UNSAFE: .*pp_pay-index_subscription.*no cycle/m);
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
