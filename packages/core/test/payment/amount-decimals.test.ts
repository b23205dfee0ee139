import { expect, test } from "vitest";
import { money, type Options } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

async function startIn(currency: string, minor: number, more: Partial<Options> = {}) {
  const shop = new TestShop({ amountDecimals: 2, ...more });
  await shop.gateway.start({ ...hostedSaleInput(), amount: money(minor, currency) });
  return shop;
}

test("a first period is refused if two decimals cannot have it (MON-SENT)", async () => {
  const { plan, ...sale } = minimalSales.subscription;
  const items = [{ name: "Tea", price: 1990, quantity: 1 }];
  const start = (firstPeriodAmount: number) =>
    new TestShop({ amountDecimals: 2 }).gateway.start({
      ...{ ...sale, items, amount: money(1990, "KWD"), plan: { ...plan, firstPeriodAmount } },
    });
  await expect(start(1)).rejects.toMatchObject({ problems: [{ path: "plan.firstPeriodAmount" }] });
  await start(10);
});

async function paidIn(currency: string, minor: number, text: string) {
  const operations = { refund: {}, refundQuery: {} };
  const shop = await startIn(currency, minor, { operations });
  await shop.notify({ amount: text, true_amount: text, currency });
  const request = { reference: "order-1", reason: "Returned.", idempotencyKey: "key-1" };
  return {
    shop,
    refund: (part: number) => shop.gateway.refund({ ...request, amount: money(part, currency) }),
  };
}

test("a refund is sent with the decimals of the sale (MON-SENT)", async () => {
  const { shop, refund } = await paidIn("JPY", 1999, "1999.00");
  await refund(500);
  expect(shop.lastForm.get("refund_amount")).toBe("500.00");
  expect(shop.lastForm.get("pay_amount")).toBe("1999.00");
});

test("a refund that needs more decimals is refused, and nothing is sent (MON-SENT)", async () => {
  const { shop, refund } = await paidIn("KWD", 1990, "1.99");
  const sent = shop.submissions.length;
  await expect(refund(501)).rejects.toMatchObject({ code: "refund_invalid", problems: [{ path: "amount" }] });
  expect(shop.submissions).toHaveLength(sent);
  expect((await shop.gateway.status({ reference: "order-1" })).attempts[0]?.gatewayRefunds).toEqual([]);
});
