import { expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

test("an amount of 0 is under review with any tolerance (NOT-TOLERANCE)", async () => {
  for (const [true_amount, state] of [
    ["0.00", "review"],
    ["0.01", "paid"],
  ] as const) {
    const shop = await startPayment(
      new TestShop({ amountMismatch: { acceptUnderpayment: { USD: 10_000 } } }),
    );
    await shop.notify({ true_amount });
    expect(await shop.state()).toBe(state);
  }
});

test("a payment that was accepted stays paid after the option was removed", async () => {
  const shop = await startPayment(new TestShop({ amountMismatch: { acceptOverpayment: { USD: 50 } } }));
  await shop.notify({ true_amount: "20.49" });
  const later = new TestShop({}, shop.store);
  await later.gateway.start(hostedSaleInput("order-2"));
  await later.notify({ true_amount: "20.49" }, shop.lastForm);
  await later.notify({ returncode: "2", transaction_id: "202603010002" }, shop.lastForm);
  expect(await later.state("order-1")).toBe("paid");
});
