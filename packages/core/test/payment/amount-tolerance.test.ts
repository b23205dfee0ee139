import { expect, test } from "vitest";
import { money, type Options } from "../../src/index.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const limits = (minor: number) => ({ JPY: minor, USD: minor, KWD: minor });
const amountMismatch: Options["amountMismatch"] = {
  acceptOverpayment: limits(50),
  acceptUnderpayment: limits(20),
};

/** Of an order of 1999 minor units: one minor unit inside, at and outside the limit, for zero, two and three decimals. */
const examples: [currency: string, limit: string, texts: [inside: string, at: string, outside: string]][] = [
  ["JPY", "over", ["2048", "2049", "2050"]],
  ["JPY", "under", ["1980", "1979", "1978"]],
  ["USD", "over", ["20.48", "20.49", "20.50"]],
  ["USD", "under", ["19.80", "19.79", "19.78"]],
  ["KWD", "over", ["2.048", "2.049", "2.050"]],
  ["KWD", "under", ["1.980", "1.979", "1.978"]],
];

async function outcomeOf(
  currency: string,
  fields: Record<string, string>,
  more: Partial<Options> = { amountMismatch },
) {
  const shop = await startPayment(new TestShop(more), {
    ...hostedSaleInput(),
    amount: money(1999, currency),
  });
  await shop.notify(fields);
  return [await shop.state(), ...(await shop.itemKinds())].join(" ");
}

const stateAfter = (currency: string, trueAmount: string, more?: Partial<Options>) =>
  outcomeOf(currency, { true_amount: trueAmount }, more);

test.each(examples)(
  "%s: at the limit of %spayment, each reported amount pays, one minor unit outside is under review (NOT-TOLERANCE)",
  async (currency, limit, [inside, at, outside]) => {
    expect(await stateAfter(currency, inside)).toBe("paid");
    expect(await stateAfter(currency, at)).toBe("paid");
    expect(await stateAfter(currency, outside)).toBe("review amount-mismatch");
    expect(await outcomeOf(currency, { amount: at })).toBe("paid");
    expect(await outcomeOf(currency, { amount: outside })).toBe("review amount-mismatch");
    const other = limit === "over" ? "acceptUnderpayment" : "acceptOverpayment";
    const only = { acceptOverpayment: {}, acceptUnderpayment: {}, [other]: limits(50) };
    expect(await stateAfter(currency, inside, { amountMismatch: only })).toBe("review amount-mismatch");
  },
);

test.each([
  ["JPY", ["1998", "2000"]],
  ["USD", ["19.98", "20.00"]],
  ["KWD", ["1.998", "2.000"]],
])("%s: a limit of 0 accepts only the exact amount, as no limit does (B-11)", async (currency, texts) => {
  const zero = { amountMismatch: { acceptOverpayment: limits(0), acceptUnderpayment: limits(0) } };
  for (const more of [{}, zero]) {
    for (const text of texts) expect(await stateAfter(currency, text, more)).toBe("review amount-mismatch");
    expect(await outcomeOf(currency, {}, more)).toBe("paid");
  }
});

test("zeros after an amount are ignored, and a part of a minor unit is under review", async () => {
  expect(await stateAfter("KWD", "2.0490")).toBe("paid");
  for (const part of ["1.9995", "2.0495"])
    expect(await stateAfter("KWD", part)).toBe("review amount-mismatch");
});

test("a currency without a limit accepts no difference", async () => {
  const dollars = { amountMismatch: { acceptOverpayment: { USD: 50 }, acceptUnderpayment: { USD: 20 } } };
  expect(await stateAfter("USD", "20.00", dollars)).toBe("paid");
  expect(await stateAfter("EUR", "20.00", dollars)).toBe("review amount-mismatch");
});

test("an amount of 0 is under review with any tolerance (NOT-TOLERANCE)", async () => {
  const generous = { amountMismatch: { acceptOverpayment: {}, acceptUnderpayment: limits(10_000) } };
  expect(await stateAfter("USD", "0.00", generous)).toBe("review amount-mismatch");
  expect(await stateAfter("USD", "0.01", generous)).toBe("paid");
});

test("another currency is under review with any tolerance", async () => {
  const shop = await startPayment(new TestShop({ amountMismatch }));
  await shop.notify({ currency: "JPY" });
  expect(await shop.state()).toBe("review");
});

test("a payment that was accepted stays paid after the option was removed", async () => {
  const shop = await startPayment(new TestShop({ amountMismatch }));
  await shop.notify({ true_amount: "20.49" });
  const later = new TestShop({}, shop.store);
  await later.gateway.start(hostedSaleInput("order-2"));
  await later.notify({ true_amount: "20.49" }, shop.lastForm);
  await later.notify({ returncode: "2", transaction_id: "202603010002" }, shop.lastForm);
  expect(await later.state("order-1")).toBe("paid");
});
