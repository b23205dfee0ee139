import { createPayIndexClient } from "@pay-index/medusa/storefront";
import { expect, test } from "vitest";
import type { Buyer } from "./buyer.mts";
import { monthlyPlan, subscriptionBuyers } from "./subscription-buyers.mts";
import type { TestShop } from "./test-shop.mts";

/** Subscriptions that staff and buyers cancel. */
export function cancelSubscriptionSuite(open: () => TestShop): void {
  const { product, begun } = subscriptionBuyers(open);
  const cancelled = { outcome: "cancelled", closed_at: expect.any(String), reason: null, text: null };

  const askAsStaff = (attemptId: string) => open().ask("/pay-index/attempts/cancel", { attemptId });
  const routeOf = (cartId: string) => `/store/pay-index/subscriptions/${cartId}/cancellation`;
  const paymentOf = async (cartId: string) => (await open().paymentOf(cartId)).attempts[0];
  const answersAbout = (cartId: string) =>
    open()
      .eventsOf(cartId)
      .filter(({ event }) => event === "cancellation-answered");

  async function customer(): Promise<Buyer> {
    const buyer = open().buyer();
    await buyer.register(`${crypto.randomUUID()}@example.com`);
    return buyer;
  }
  const becomesOwner = async (buyer: Buyer) =>
    void (await buyer.ask(`/store/carts/${buyer.cartId}/customer`, {}));

  /** Nobody but the owner and staff, also if they know the cart: a guest's subscription has no owner. */
  async function isRefused(cartId: string, other: Buyer, guest: Buyer): Promise<void> {
    expect(await other.raw(routeOf(cartId))).toMatchObject({
      ...{ status: 404, body: { code: "pay_index_cart_unknown" } },
    });
    expect(await guest.raw(routeOf(cartId))).toMatchObject({
      ...{ status: 401, body: { code: "pay_index_signed_out" } },
    });
    expect(answersAbout(cartId)).toEqual([]);
  }

  test("staff cancel a guest's subscription (CAN-CLOSED, CAN-ONCE)", async () => {
    const { buyer, cartId, attemptId } = await begun(await product(monthlyPlan));
    await isRefused(cartId, await customer(), buyer);
    expect((await askAsStaff(attemptId)).body).toMatchObject({ outcome: "cancelled", reason: null });
    const { subscription, timeline } = await paymentOf(cartId);
    expect(subscription.state).toBe("closed");
    const text = expect.stringMatching(/^user_\w+ \(Grace Hopper\) asked to cancel the subscription\.$/);
    expect(timeline).toContainEqual(expect.objectContaining({ text }));
  });

  test("the customer who owns the order cancels its subscription; nobody else can", async () => {
    const owner = await customer();
    const { cartId } = await begun(await product(monthlyPlan), { buyer: owner, before: becomesOwner });
    await isRefused(cartId, await customer(), open().buyer());
    const fetchAs = async (path: string, { method = "GET" }: { method?: string } = {}) =>
      (await owner.raw(`${path}?refusals=body`, {}, method)).body;
    const client = createPayIndexClient({ client: { fetch: fetchAs as never } });
    expect(await client.cancelSubscription(cartId)).toEqual(cancelled);
    expect((await paymentOf(cartId)).subscription.state).toBe("closed");
    await expect(client.cancelSubscription("cart_none")).rejects.toMatchObject({ status: 404 });
    // A cart without a subscription has nothing to cancel.
    const goodsOnly = await owner.isReadyToPay(open().shop);
    await becomesOwner(owner);
    expect(await owner.ask(routeOf(goodsOnly), {})).toEqual({ cancellation: null });
  });
}
