import { expect, test } from "vitest";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

async function startedShop() {
  const shop = new TestShop({ immediateSuccess: "paid" });
  shop.answer = Response.json({ status: 0, msg: "transaction success" });
  await shop.gateway.start(hostedSaleInput());
  await shop.gateway.sweep();
  return shop;
}

test.each([
  [{ returncode: "2" }, "contradictory-results"],
  [{ true_amount: "0.01" }, "amount-mismatch"],
])(
  "a notification with %j after an approval that paid opens a review item and un-pays nothing",
  async (fields, item) => {
    const shop = await startedShop();
    await shop.notify(fields);
    expect([await shop.state(), await shop.itemKinds()]).toEqual(["paid", [item]]);
  },
);

test("an attempt that an approval paid stays paid after the option changes", async () => {
  const shop = await startedShop();
  const later = new TestShop({}, shop.store);
  await later.notify({ returncode: "2" }, shop.lastForm);
  expect(await later.state()).toBe("paid");
});
