import { expect, test } from "vitest";
import { money, type Options } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

const tolerance = {
  acceptOverpayment: { JPY: 50, USD: 50, KWD: 50 },
  acceptUnderpayment: { JPY: 20, USD: 20, KWD: 20 },
};

async function startIn(currency: string, minor: number, more: Partial<Options> = {}) {
  const shop = new TestShop({ amountDecimals: 2, ...more });
  const problems = await shop.gateway.start({ ...hostedSaleInput(), amount: money(minor, currency) }).then(
    () => [],
    (error) => error.problems.map(({ path }: { path: string }) => path),
  );
  return { shop, problems };
}

// 9007199254740991 is the largest number of minor units.
test.each([
  ["JPY", [1, "1.00"], [9_007_199_254_740_991, "9007199254740991.00"]],
  ["USD", [1, "0.01"], [9_007_199_254_740_991, "90071992547409.91"]],
  ["KWD", [10, "0.01"], [9_007_199_254_740_990, "9007199254740.99"]],
  ["BHD", [1990, "1.99"], [2000, "2.00"]],
] as const)("%s: the least and the largest amounts are sent with two decimals (MON-SENT)", async (...row) => {
  const [currency, ...amounts] = row;
  for (const [minor, text] of amounts) {
    const { shop, problems } = await startIn(currency, minor);
    expect(problems).toEqual([]);
    expect(shop.lastForm.get("pay_amount")).toBe(text);
  }
});

test.each([
  ["KWD", [1, 9, 11, 1989, 1991, 1999, 9_007_199_254_740_991]],
  ["BHD", [1, 9, 11, 1989, 1991, 1999]],
])(
  "%s: one minor unit beside an amount of two decimals is refused, and nothing is sent (MON-SENT)",
  async (...row) => {
    const [currency, amounts] = row;
    for (const minor of amounts) {
      const { shop, problems } = await startIn(currency, minor);
      expect([minor, problems, shop.submissions, await shop.state()]).toEqual([
        minor,
        ["amount"],
        [],
        "none",
      ]);
    }
  },
);

test.each([
  ["JPY", 1999, { paid: ["1999.00", "1999", "1999.0"], review: ["1998.00", "2000.00", "1999.01"] }],
  ["USD", 1999, { paid: ["19.99", "19.990"], review: ["19.98", "20.00", "19.991"] }],
  ["KWD", 1990, { paid: ["1.99", "1.990"], review: ["1.989", "1.991", "1.98", "2.00"] }],
])(
  "%s: a notification's amount is compared as a number, with any number of decimals (MON-SENT, MON-COMPARE)",
  async (...row) => {
    const [currency, minor, texts] = row;
    for (const [state, amounts] of Object.entries(texts))
      for (const amount of amounts) {
        const { shop } = await startIn(currency, minor);
        await shop.notify({ amount, true_amount: amount });
        expect([amount, await shop.state()]).toEqual([amount, state]);
      }
  },
);

test.each([
  ["JPY", 1999, { paid: ["2049.00", "1979.00"], review: ["2050.00", "1978.00"] }],
  ["USD", 1999, { paid: ["20.49", "19.79"], review: ["20.50", "19.78"] }],
  ["KWD", 1990, { paid: ["2.04", "2.040", "1.97"], review: ["2.041", "1.969", "2.05"] }],
])(
  "%s: limits of amountMismatch stay in minor units of the currency (NOT-TOLERANCE, MON-SENT)",
  async (...row) => {
    const [currency, minor, texts] = row;
    for (const [state, amounts] of Object.entries(texts))
      for (const trueAmount of amounts) {
        const { shop } = await startIn(currency, minor, { amountMismatch: tolerance });
        await shop.notify({ true_amount: trueAmount });
        expect([trueAmount, await shop.state()]).toEqual([trueAmount, state]);
      }
  },
);

test.each([
  ["KWD", 1, ["plan.firstPeriodAmount"]],
  ["KWD", 10, []],
  ["USD", 1, []],
  ["JPY", 1, []],
])(
  "%s: a first period of %i minor units is refused if two decimals cannot have it (MON-SENT)",
  async (...row) => {
    const [currency, firstPeriodAmount, paths] = row;
    const shop = new TestShop({ amountDecimals: 2 });
    const { plan, ...sale } = minimalSales.subscription;
    const items = [{ name: "Tea", price: 1990, quantity: 1 }];
    const start = shop.gateway.start({
      ...sale,
      items,
      amount: money(1990, currency),
      plan: { ...plan, firstPeriodAmount },
    });
    const problems = await start.then(
      () => [],
      (error) => error.problems.map(({ path }: { path: string }) => path),
    );
    expect(problems).toEqual(paths);
  },
);

async function paidIn(currency: string, minor: number, text: string) {
  const operations = { refund: {}, refundQuery: {} };
  const { shop } = await startIn(currency, minor, { operations });
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
