import { expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput } from "../fixtures/test-shop.ts";

test("a failure after a success does not un-pay, and a success after a failure pays (B-25, B-26)", async () => {
  const paidFirst = await startPayment();
  await paidFirst.notify();
  await paidFirst.notify({ returncode: "2", transaction_id: "t2" });
  expect(await paidFirst.state()).toBe("paid");
  const failedFirst = await startPayment();
  await failedFirst.notify({ returncode: "2", transaction_id: "t2" });
  expect(await failedFirst.state()).toBe("failed");
  await failedFirst.notify();
  expect(await failedFirst.state()).toBe("paid");
  expect(failedFirst.placed).toHaveLength(1);
});

test.each([
  ["another amount", { amount: "20.00" }],
  ["less paid", { true_amount: "19.98" }],
  ["more paid", { true_amount: "1999.00" }],
  ["another currency", { currency: "EUR" }],
  ["an amount that cannot be read", { true_amount: "1e3" }],
])("a 00 with %s is under review with an item, and has no effect (B-40b)", async (_, fields) => {
  const shop = await startPayment();
  expect(await shop.notify(fields)).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("review");
  expect(await shop.itemKinds()).toEqual(["amount-mismatch"]);
  expect(shop.placed).toHaveLength(0);
  await shop.notify();
  expect(await shop.state()).toBe("paid");
  expect(shop.placed).toHaveLength(1);
});

test("a second paid attempt is stored, opens a paid-twice item, and places no second order (B-10, B-16)", async () => {
  const shop = await startPayment();
  const first = shop.lastForm;
  await shop.gateway.start({ ...hostedSaleInput(), variant: "link" });
  await shop.notify({ transaction_id: "t2" });
  await shop.notify({ transaction_id: "t1" }, first);
  const status = await shop.gateway.status({ reference: "order-1" });
  expect(status.attempts.map(({ state }) => state)).toEqual(["paid", "paid"]);
  expect(status.reviewItems.map(({ kind }) => kind)).toEqual(["paid-twice"]);
  expect(shop.placed).toHaveLength(1);
});

test("a late failure of an older attempt does not change the paid attempt (B-26)", async () => {
  const shop = await startPayment();
  const first = shop.lastForm;
  await shop.gateway.start({ ...hostedSaleInput(), variant: "link" });
  await shop.notify();
  await shop.notify({ returncode: "2", transaction_id: "t0" }, first);
  expect(await shop.state()).toBe("paid");
  expect(await shop.itemKinds()).toEqual([]);
});
