import { expect, test } from "vitest";
import { SubscriptionShop } from "../../fixtures/subscription-shop.ts";
import { minimalSales } from "../../protocol/sale/example-sales.ts";

/** A plan of 19.99 USD, whose first period costs 9.99 USD. */
async function begun(): Promise<SubscriptionShop> {
  const limits = { acceptOverpayment: { USD: 50 }, acceptUnderpayment: { USD: 20 } };
  const shop = new SubscriptionShop({ amountMismatch: limits });
  const { plan, ...sale } = minimalSales.subscription;
  await shop.gateway.start({ ...sale, plan: { ...plan, firstPeriodAmount: 999 } });
  return shop;
}

test.each([
  ["over", ["10.49", "10.50"], ["20.49", "20.50"]],
  ["under", ["9.79", "9.78"], ["19.79", "19.78"]],
] as const)(
  "the limit of %spayment is counted from the price of the first period and of a later cycle (NOT-TOLERANCE, PLAN-FIRST)",
  async (_, first, later) => {
    const other = await begun();
    await other.cycle(1, { true_amount: first[1] });
    expect([await other.state(), await other.itemKinds()]).toEqual(["review", ["amount-mismatch"]]);
    const shop = await begun();
    await shop.cycle(1, { true_amount: first[0] });
    await shop.cycle(2, { true_amount: later[1], transaction_id: "T2" });
    expect(await shop.cycles()).toEqual(["1 paid shop-order-1", "2 review"]);
    await shop.cycle(2, { true_amount: later[0], transaction_id: "T3" });
    expect((await shop.cycles()).at(-1)).toBe("2 paid renewal-2");
  },
);
