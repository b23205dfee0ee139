import { describe, expect, test } from "vitest";
import { money, type Options } from "../../src/index.ts";
import { started } from "../fixtures/started-shop.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

const amountMismatch: Options["amountMismatch"] = {
  acceptOverpayment: { USD: 100, JPY: 50, KWD: 5 },
  acceptUnderpayment: { USD: 1, JPY: 20, KWD: 10 },
};

async function stateAfter(currency: string, trueAmount: string, more: Partial<Options> = { amountMismatch }) {
  const shop = new TestShop(more);
  await started(shop, { ...hostedSaleInput(), amount: money(1999, currency) });
  await shop.notify({ true_amount: trueAmount });
  return [await shop.state(), ...(await shop.itemKinds())].join(" ");
}

describe("a difference within the limits of the shop pays (NOT-TOLERANCE)", () => {
  test.each([
    ["USD", "20.99"],
    ["USD", "19.98"],
    ["JPY", "2049"],
    ["JPY", "1979.00"],
    ["KWD", "2.004"],
    ["KWD", "1.989"],
  ])("%s %s", async (currency, trueAmount) => {
    expect(await stateAfter(currency, trueAmount)).toBe("paid");
  });
});

describe("one minor unit beyond a limit is under review (NOT-TOLERANCE)", () => {
  test.each([
    ["USD", "21.00"],
    ["USD", "19.97"],
    ["JPY", "2050"],
    ["JPY", "1978"],
    ["KWD", "2.005"],
    ["KWD", "1.988"],
    ["EUR", "20.00"],
  ])("%s %s", async (currency, trueAmount) => {
    expect(await stateAfter(currency, trueAmount)).toBe("review amount-mismatch");
  });
});

test("without the option, every difference is under review (B-11)", async () => {
  expect(await stateAfter("USD", "19.98", {})).toBe("review amount-mismatch");
  expect(await stateAfter("USD", "20.00", {})).toBe("review amount-mismatch");
});

test("nothing paid is under review, however great the tolerance is (NOT-TOLERANCE)", async () => {
  const generous = { amountMismatch: { acceptUnderpayment: { USD: 10_000 } } };
  expect(await stateAfter("USD", "0.00", generous)).toBe("review amount-mismatch");
  expect(await stateAfter("USD", "0.01", generous)).toBe("paid");
});

test("the tolerance counts for the reported order amount as well", async () => {
  const shop = await started(new TestShop({ amountMismatch }));
  await shop.notify({ amount: "20.99", true_amount: "20.99" });
  expect(await shop.state()).toBe("paid");
  const other = await started(new TestShop({ amountMismatch }));
  await other.notify({ amount: "21.00", true_amount: "20.99" });
  expect(await other.state()).toBe("review");
});

test("another currency is under review, whatever the tolerance is", async () => {
  const shop = await started(new TestShop({ amountMismatch }));
  await shop.notify({ currency: "JPY" });
  expect(await shop.state()).toBe("review");
});

test("a payment that was accepted stays paid after the option was removed", async () => {
  const shop = await started(new TestShop({ amountMismatch }));
  await shop.notify({ true_amount: "20.99" });
  const later = new TestShop({}, shop.store);
  await later.gateway.start(hostedSaleInput("order-2"));
  await later.notify({ true_amount: "20.99" }, shop.lastForm);
  await later.notify({ returncode: "2", transaction_id: "202603010002" }, shop.lastForm);
  expect(await later.state("order-1")).toBe("paid");
});
