import { createPayIndexClient } from "@pay-index/medusa/storefront";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Buyer } from "./shop/buyer.mts";
import { StaffMember } from "./shop/staff-member.mts";
import { monthlyPlan, subscriptionBuyers } from "./shop/subscription-buyers.mts";
import { openTestShop, type TestShop } from "./shop/test-shop.mts";

// Subscriptions that staff and buyers cancel, on a real Medusa and the sandbox.

let shop: TestShop;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openTestShop({ operations: { cancelSubscription: {} }, buyersMayCancel: true });
  staff = await StaffMember.signIn(shop, { email: "cancel@example.com", firstName: "Grace" });
}, 180_000);
afterAll(() => shop?.close());

const { goods, begun, passes, renewalsOf } = subscriptionBuyers(() => shop);
const cancelled = { outcome: "cancelled", closed_at: expect.any(String), reason: null, text: null };

const askAsStaff = (attemptId: string) => staff.ask(`/pay-index/attempts/${attemptId}/cancellation`, {});
const routeOf = (cartId: string) => `/store/pay-index/subscriptions/${cartId}/cancellation`;
const stateOf = async (cartId: string) => {
  const { payment } = (await staff.ask(`/pay-index/carts/${cartId}`)).body;
  return payment.attempts[0].subscription.state;
};
const answersAbout = (attemptId: string) =>
  shop.heard.filter((line) => line.includes('"cancellation-answered"') && line.includes(attemptId));

async function customer(): Promise<Buyer> {
  const buyer = shop.buyer();
  await buyer.register(`${crypto.randomUUID()}@example.com`);
  return buyer;
}

/** A subscription of a customer with an account. */
async function begunBy(buyer: Buyer) {
  const before = async ({ cartId }: Buyer) => void (await buyer.ask(`/store/carts/${cartId}/customer`, {}));
  return begun(await goods({ plan: monthlyPlan }), { buyer, before });
}

test("staff cancel a subscription once, and the gateway charges no further cycle (CAN-CLOSED, CAN-ONCE)", async () => {
  const { cartId, orderId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
  for (const _ of [1, 2])
    expect(await askAsStaff(attemptId)).toEqual({ status: 200, body: { cancellation: cancelled } });
  expect(answersAbout(attemptId)).toHaveLength(1);
  expect(await stateOf(cartId)).toBe("closed");
  const { payment } = (await staff.ask(`/pay-index/carts/${cartId}`)).body;
  const texts = payment.attempts[0].timeline.map(({ text }: { text: string }) => text);
  expect(texts).toContain(`${staff.id} (Grace) asked to cancel the subscription.`);
  await passes(attemptId, 31);
  expect(await renewalsOf(orderId)).toEqual([]);
});

test("staff read that an answer is unclear, and the subscription continues", async () => {
  const { cartId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
  await shop.control.setFaults({ of: "order", orderId: attemptId }, [
    { kind: "broken_reply", operation: "cancel", as: "wrong_sign" },
  ]);
  expect((await askAsStaff(attemptId)).body).toEqual({
    cancellation: { outcome: "unclear", closed_at: null, reason: "mismatch", text: null },
  });
  expect(await stateOf(cartId)).toBe("active");
});

test("staff read what to do about an attempt without a subscription, and about a missing attempt", async () => {
  const buyer = shop.buyer();
  const cartId = await buyer.isReadyToPay(shop.shop);
  await buyer.start();
  expect(await askAsStaff(shop.attempt(cartId))).toMatchObject({
    status: 400,
    body: { type: "not_allowed", code: "pay_index_subscription_missing" },
  });
  expect(await askAsStaff("0".repeat(20))).toMatchObject({ status: 404 });
});

test("the customer who owns the order cancels its subscription; nobody else can", async () => {
  const [owner, other] = [await customer(), await customer()];
  const { cartId, attemptId } = await begunBy(owner);
  expect(await other.raw(routeOf(cartId))).toMatchObject({
    status: 404,
    body: { code: "pay_index_cart_unknown" },
  });
  expect(await shop.buyer().raw(routeOf(cartId))).toMatchObject({
    status: 401,
    body: { code: "pay_index_signed_out" },
  });
  expect(answersAbout(attemptId)).toEqual([]);
  expect(await owner.ask(routeOf(cartId), {})).toEqual({ cancellation: cancelled });
  expect(await stateOf(cartId)).toBe("closed");
});

test("only staff cancel a guest's subscription, also if a buyer knows its cart", async () => {
  const { buyer, cartId, attemptId } = await begun(await goods({ plan: monthlyPlan }));
  expect(await buyer.raw(routeOf(cartId))).toMatchObject({ status: 401 });
  expect(await (await customer()).raw(routeOf(cartId))).toMatchObject({ status: 404 });
  expect(answersAbout(attemptId)).toEqual([]);
});

test("a cart without a subscription answers that it has nothing to cancel", async () => {
  const owner = await customer();
  const cartId = await owner.isReadyToPay(shop.shop);
  await owner.ask(`/store/carts/${cartId}/customer`, {});
  expect(await owner.ask(routeOf(cartId), {})).toEqual({ cancellation: null });
  expect(await owner.raw(routeOf("cart_none"))).toMatchObject({ status: 404 });
});

test("the storefront's client returns the outcome", async () => {
  const owner = await customer();
  const { cartId } = await begunBy(owner);
  const fetchAs = async (path: string, { method = "GET" }: { method?: string } = {}) =>
    (await owner.raw(`${path}?refusals=body`, {}, method)).body;
  const client = createPayIndexClient({ client: { fetch: fetchAs as never } });
  expect(await client.cancelSubscription(cartId)).toEqual(cancelled);
  await expect(client.cancelSubscription("cart_none")).rejects.toMatchObject({ status: 404 });
});
