import { expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput } from "../fixtures/test-shop.ts";

test("an attempt without a result gets a review item after noResultAfter (B-29)", async () => {
  const shop = await startPayment();
  shop.pass(3599);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual([]);
  shop.pass(2);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual(["no-result"]);
});

test("an attempt that gets its result in time has no review item", async () => {
  const shop = await startPayment();
  await shop.notify();
  shop.pass(3601);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual([]);
});

test("the review item of a missing result is resolved by the result, and a paid reference gets none", async () => {
  const shop = await startPayment();
  const abandoned = shop.lastForm;
  await shop.gateway.start({ ...hostedSaleInput(), variant: "link" });
  shop.pass(3601);
  await shop.gateway.sweep();
  expect(await shop.itemKinds()).toEqual(["no-result"]);
  await shop.notify({ returncode: "2", transaction_id: "t0" }, abandoned);
  expect(await shop.itemKinds()).toEqual(["no-result"]);
  await shop.notify();
  expect(await shop.itemKinds()).toEqual([]);

  const other = await startPayment();
  await other.gateway.start({ ...hostedSaleInput(), variant: "link" });
  await other.notify();
  other.pass(3601);
  await other.gateway.sweep();
  expect(await other.itemKinds()).toEqual([]);
});
