import { describe, expect, test, vi } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";

const key = { tenant: "default", reference: "order-1" };
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("an attempt with many reports (STATE-BOUND)", () => {
  test("that arrive together are applied together", async () => {
    const shop = await startPayment();
    const load = vi.spyOn(shop.store, "load");
    await Promise.all(
      numbers(60).map((number) => shop.notify({ returncode: "2", transaction_id: `F${number}` })),
    );
    expect(await shop.state()).toBe("failed");
    expect(load.mock.calls.length).toBeLessThan(12);
    const { attempts } = await shop.store.load(key, { newest: 1 });
    expect(attempts[0]?.facts.at(-1)).toMatchObject({ source: "omitted", count: 54 });
  });

  test("of a later cycle is reported to the shop for each planned try, and for twenty declines at least", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    for (const number of numbers(40)) await shop.cycle(2, { returncode: "2", transaction_id: `F${number}` });
    expect(shop.subscriptionCalls).toEqual(Array.from({ length: 20 }, () => "failed 2"));
    const { cycles } = await shop.store.load(key, { cycles: "all" });
    expect(cycles[0]?.facts).toHaveLength(7);
    await shop.cycle(2);
    expect(shop.subscriptionCalls.at(-1)).toBe("cycle 2");
  });
});
