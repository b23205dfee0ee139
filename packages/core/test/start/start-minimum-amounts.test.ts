import { expect, test } from "vitest";
import { isPayIndexError, money, type Sale } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

const plan = minimalSales.subscription.plan;

const subscription = (minor: number, firstPeriodAmount: number): Sale => ({
  ...minimalSales.subscription,
  amount: money(minor, "USD"),
  plan: { ...plan, firstPeriodAmount },
});

const hosted = (minor: number, currency: string): Sale => ({
  ...hostedSaleInput(),
  amount: money(minor, currency),
});

test.each<[string, Sale, string[]]>([
  ["a sale", hosted(499, "USD"), ["amount"]],
  ["a sale in a currency without decimals", hosted(299, "JPY"), ["amount"]],
  ["the first period of a plan", subscription(500, 499), ["plan.firstPeriodAmount"]],
  ["the regular period of a plan", subscription(499, 500), ["amount"]],
  ["both periods of a plan", subscription(1, 1), ["amount", "plan.firstPeriodAmount"]],
])("%s below the minimum is refused, and nothing is stored or sent (MON-MINIMUM)", async (_, sale, paths) => {
  const shop = new TestShop({ minimumAmounts: { USD: 500, JPY: 300 } });
  const error = await shop.gateway.start(sale).catch((thrown: unknown) => thrown);
  if (!isPayIndexError(error, "amount_below_minimum")) throw error;
  expect(error.problems.map(({ path }) => path)).toEqual(paths);
  const [minimum, text] =
    sale.amount.currency === "JPY" ? [money(300, "JPY"), "300 JPY"] : [money(500, "USD"), "5.00 USD"];
  expect(error.minimum).toEqual(minimum);
  expect(error.problems[0]?.message).toBe(`must be at least ${text}, as the option minimumAmounts says`);
  expect(shop.submissions).toEqual([]);
  expect(await shop.state()).toBe("none");
});
