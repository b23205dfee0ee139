import { expect, test } from "vitest";
import { SubscriptionShop } from "../../fixtures/subscription-shop.ts";
import { minimalSales } from "../../protocol/sale/example-sales.ts";

const limits = (minor: number) => ({ JPY: minor, USD: minor, KWD: minor });
const amountMismatch = { acceptOverpayment: limits(50), acceptUnderpayment: limits(20) };

/** A plan of 1999 minor units, whose first period is 999. */
async function begunIn(currency: string): Promise<SubscriptionShop> {
  const shop = new SubscriptionShop({ amountMismatch });
  const { plan, ...sale } = minimalSales.subscription;
  await shop.gateway.start({
    ...sale,
    amount: { minor: 1999, currency },
    items: [{ name: "Tea", price: 1999, quantity: 1 }],
    plan: { ...plan, firstPeriodAmount: 999 },
  });
  return shop;
}

/** The amounts at a limit, and one minor unit outside, of the first period and of a later cycle. */
const examples: [currency: string, limit: string, first: [string, string], later: [string, string]][] = [
  ["JPY", "over", ["1049", "1050"], ["2049", "2050"]],
  ["JPY", "under", ["979", "978"], ["1979", "1978"]],
  ["USD", "over", ["10.49", "10.50"], ["20.49", "20.50"]],
  ["USD", "under", ["9.79", "9.78"], ["19.79", "19.78"]],
  ["KWD", "over", ["1.049", "1.050"], ["2.049", "2.050"]],
  ["KWD", "under", ["0.979", "0.978"], ["1.979", "1.978"]],
];

test.each(examples)(
  "%s: the limit of %spayment applies to the amount of the first period (NOT-TOLERANCE, PLAN-FIRST)",
  async (currency, _, [at, outside]) => {
    const shop = await begunIn(currency);
    await shop.cycle(1, { true_amount: at });
    expect(await shop.state()).toBe("paid");
    const other = await begunIn(currency);
    await other.cycle(1, { true_amount: outside });
    expect([await other.state(), await other.itemKinds()]).toEqual(["review", ["amount-mismatch"]]);
  },
);

test.each(examples)(
  "%s: a later cycle has the limit of %spayment of a sale (NOT-TOLERANCE)",
  async (...[currency, , [first], [at, outside]]) => {
    const shop = await begunIn(currency);
    await shop.cycle(1, { true_amount: first });
    await shop.cycle(2, { true_amount: outside, transaction_id: "T2" });
    expect((await shop.cycles()).at(-1)).toBe("2 review");
    await shop.cycle(2, { true_amount: at, transaction_id: "T3" });
    expect((await shop.cycles()).at(-1)).toBe("2 paid renewal-2");
  },
);
