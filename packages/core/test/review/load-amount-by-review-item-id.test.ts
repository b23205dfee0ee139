import { expect, test } from "vitest";
import { type Money, money } from "../../src/index.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

async function amountsOf({ gateway }: TestShop): Promise<[kind: string, amount: Money | undefined][]> {
  const items = await gateway.reviewItems();
  const amounts = await gateway.reviewItemAmounts(items);
  return items.map(({ id, kind }) => [kind, amounts.get(id)]);
}

test("the amount of an item is the charged amount, and for a mismatch the reported one", async () => {
  const shop = new TestShop();
  await shop.gateway.start(hostedSaleInput());
  await shop.notify({ transaction_id: "T1", true_amount: "12.50" });
  await shop.notify({ transaction_id: "T2", true_amount: "7.00", currency: "eur" });
  await shop.notify({ transaction_id: "T3", true_amount: "many" });
  await shop.notify({ transaction_id: "T4", returncode: "09" });
  const amounts = await amountsOf(shop);
  expect(amounts).toHaveLength(4);
  for (const expected of [
    ["amount-mismatch", money(1250, "USD")],
    ["amount-mismatch", money(700, "EUR")],
    ["amount-mismatch", money(1999, "USD")],
    ["unknown-code", money(1999, "USD")],
  ])
    expect(amounts).toContainEqual(expected);
});

test("the amount of an item is that of the first period, and for a later cycle the price", async () => {
  const { plan, ...sale } = minimalSales.subscription;
  const shop = new SubscriptionShop();
  await shop.gateway.start({ ...sale, plan: { ...plan, firstPeriodAmount: 500 } });
  await shop.cycle(1, { returncode: "09", true_amount: "5.00" });
  await shop.cycle(2, { returncode: "09" });
  expect(await amountsOf(shop)).toEqual([
    ["unknown-code", money(500, sale.amount.currency)],
    ["unknown-code", sale.amount],
  ]);
});
