import { afterAll, beforeAll, expect, test } from "vitest";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 180_000);
afterAll(() => shop?.close());

test("without the option buyersMayCancel, the buyer's route answers as an unknown route does", async () => {
  const buyer = shop.buyer();
  await buyer.register("off@example.com");
  const cartId = await buyer.isReadyToPay(shop.shop);
  const answerOf = async (name: string) => {
    const { status, body } = await buyer.raw(`/store/pay-index/subscriptions/${cartId}/${name}`, {});
    return { status, body: String(body).replaceAll(name, "NAME") };
  };
  const unknown = await answerOf("unknown");
  expect(unknown.status).toBe(404);
  expect(await answerOf("cancellation")).toEqual(unknown);
});

test("without the option operations.cancelSubscription, staff read which option to set", async () => {
  const staff = await StaffMember.signIn(shop, { email: "off-staff@example.com" });
  const buyer = shop.buyer();
  const cartId = await buyer.isReadyToPay(shop.shop);
  await buyer.start();
  const path = `/pay-index/attempts/${shop.attempt(cartId)}/cancellation`;
  expect(await staff.ask(path, {})).toMatchObject({
    status: 400,
    body: { type: "not_allowed", code: "pay_index_operation_disabled" },
  });
});
