import { expect, test } from "vitest";
import type { Buyer } from "./buyer.mts";
import type { TestShop } from "./test-shop.mts";

/** What a buyer sees who starts too many attempts, on a real Medusa with this limit. */
export function attemptLimitSuite(open: () => TestShop, limit: number): void {
  async function exhaust(buyer: Buyer): Promise<void> {
    for (let count = 0; count < limit; count++) {
      await buyer.ask(`/store/carts/${buyer.cartId}`, { email: `ada${count}@example.com` });
      expect(await buyer.start()).toMatchObject({ status: 200 });
    }
  }

  async function exhausted(): Promise<{ buyer: Buyer; cartId: string }> {
    const buyer = open().buyer();
    const cartId = await buyer.isReadyToPay(open().shop);
    await exhaust(buyer);
    await buyer.ask(`/store/carts/${cartId}`, { email: "once.more@example.com" });
    return { buyer, cartId };
  }

  test("the Store API answers 429 with the code and the next possible start, and starts nothing (M4)", async () => {
    const { buyer, cartId } = await exhausted();
    const response = await fetch(`${open().origin}/store/pay-index/payments`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Buyer/1.0",
        "x-publishable-api-key": open().shop.publishableKey,
      },
      body: JSON.stringify({ cart_id: cartId, provider_id: "pp_pay-index_hosted" }),
    });
    const { retry_at, ...refusal } = (await response.json()) as Record<string, string>;
    expect([response.status, refusal]).toEqual([
      429,
      {
        type: "not_allowed",
        code: "pay_index_too_many_attempts",
        message: "There were too many payment attempts for this cart. Nothing was charged. Try again later.",
        problems: [],
      },
    ]);
    const minutes = (Date.parse(retry_at ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThanOrEqual(60);
    const retryAfter = Date.parse(response.headers.get("retry-after") ?? "");
    expect(Math.abs(retryAfter - Date.parse(retry_at ?? ""))).toBeLessThanOrEqual(1000);

    // Neither another provider nor a new payment session of Medusa's is a way around it.
    await buyer.initiate("pp_system_default");
    for (const provider_id of ["pp_pay-index_link", "pp_pay-index_hosted"])
      expect(await buyer.start({ provider_id })).toMatchObject({ status: 429 });
    expect((await open().payIndex.paymentOfCart(cartId)).attemptCount).toBe(limit);

    const { body } = await buyer.start({ provider_id: "pp_pay-index_card" });
    const page = await buyer.postCard(body.payment);
    expect(page.status).toBe(429);
    expect(page.text).toContain("There were too many attempts.");
    expect((await open().payIndex.paymentOfCart(cartId)).attemptCount).toBe(limit);
  });
}
