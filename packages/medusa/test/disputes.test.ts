import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { attemptLimitSuite } from "./shop/attempt-limit.suite.mts";
import { expectedCapturedOrder, readOrderRecords } from "./shop/order-records.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// A chargeback of the sandbox, on a real Medusa whose merchants have dispute webhooks, and whose buyers can start few attempts.

const attemptsPerHour = 3;
let shop: TestShop;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openTestShop({ operations: { disputeWebhook: {} }, attemptsPerHour });
  staff = await StaffMember.signIn(shop, { email: "disputes@example.com" });
}, 180_000);
afterAll(() => shop?.close());

const webhooks = async () => (await staff.ask("/pay-index/health")).body.health.dispute_webhooks;

test("the health and the log have the webhook of each merchant (DSP-ADDRESS)", async () => {
  const all = await webhooks();
  expect(all).toContainEqual({
    merchant_id: "10002",
    url: expect.stringMatching(/\/hooks\/pay-index\/dispute\/default\/10002\/[0-9A-Z]{26}$/),
  });
  const ready = [...shop.heard, ...shop.logged].find((line) => line.includes("disputeWebhooks")) ?? "";
  for (const { url } of all) expect(ready).toContain(url);
});

test("a chargeback is an event with the order, and a review item; the order stays paid (DSP-ITEM)", async () => {
  for (const { merchant_id, url } of await webhooks()) await shop.control.setDisputeWebhook(merchant_id, url);
  const told = vi.fn();
  shop.container.resolve("event_bus").subscribe("pay-index.dispute.reported", told);
  const buyer = shop.buyer();
  const cartId = await buyer.isReadyToPay(shop.shop);
  await buyer.start({ provider_id: "pp_pay-index_hosted" });
  await shop.paid(cartId);
  const [order] = await readOrderRecords(shop, cartId);
  expect(order).toMatchObject(expectedCapturedOrder(24.99));

  const attemptId = shop.attempt(cartId);
  await shop.control.dispute(attemptId, { type: "chargeback" });
  expect(await shop.control.nextDelivery(attemptId)).toMatchObject({ httpStatus: 200, reply: "OK" });
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), { timeout: 10_000 });
  expect(told.mock.calls[0]?.[0]).toMatchObject({
    data: {
      key: expect.any(String),
      attempt_id: attemptId,
      cart_id: cartId,
      order_id: order.id,
      cycle: null,
      type: "chargeback",
      result: "succeeded",
    },
  });
  const { body } = await staff.ask(`/pay-index/carts/${cartId}`);
  expect(JSON.stringify(body)).toContain('"kind":"dispute"');
  expect(await readOrderRecords(shop, cartId)).toMatchObject([expectedCapturedOrder(24.99)]);
});

describe("the limit of attempts", () => attemptLimitSuite(() => shop, attemptsPerHour));
