import { describe, expect, test } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import type { TestShop } from "../fixtures/test-shop.ts";
import { paidShop, postSignedDispute } from "./dispute-shop.ts";

const key = { tenant: "default", reference: "order-1" };
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Notifications of an attempt, one after another. `fields`: those of each one. */
async function flood(
  shop: TestShop,
  range: readonly number[],
  fields: Record<string, string> = {},
): Promise<void> {
  for (const number of range)
    await shop.notify({ returncode: "2", transaction_id: `F${1000 + number}`, ...fields });
}

/** The bytes of a loaded payment, and the number of its records that a commit reads and writes. */
async function sizeOf(shop: TestShop) {
  const { attempts, jobs, reviewItems } = await shop.store.load(key, { newest: 10, cycles: "all" });
  const { notifications: _, transactions: __, ...rows } = await shop.store.countPaymentRecords(key);
  return { bytes: JSON.stringify({ attempts, jobs, reviewItems }).length, rows };
}

describe("an attempt with many reports (STATE-BOUND)", () => {
  test.each([
    ["declines", {}],
    ["unknown codes", { returncode: "7" }],
  ])("stores as much after 120 %s as after 40, and a repeat counts once", async (_, fields) => {
    const shop = await startPayment();
    await flood(shop, numbers(1, 40), fields);
    const before = await sizeOf(shop);
    await flood(shop, numbers(41, 120), fields);
    const after = await sizeOf(shop);
    expect(after.rows).toEqual(before.rows);
    expect(after.bytes - before.bytes).toBeLessThan(10);
    const texts = async () =>
      (await shop.gateway.status({ reference: "order-1" })).attempts[0]?.timeline.map(({ text }) => text);
    expect(await texts()).toContainEqual(
      expect.stringContaining("114 more reports without a payment arrived."),
    );
    await flood(shop, [1, 50, 120], { ...fields, datetime: "20260301130000" });
    expect(await texts()).toContainEqual(expect.stringContaining("114 more reports"));
  });

  test("that arrive together are applied together", async () => {
    const shop = await startPayment();
    let loads = 0;
    const load = shop.store.load.bind(shop.store);
    shop.store.load = (...input) => {
      loads++;
      return load(...input);
    };
    await Promise.all(numbers(1, 60).map((number) => flood(shop, [number])));
    expect(await shop.state()).toBe("failed");
    expect(loads).toBeLessThan(12);
    const { attempts } = await shop.store.load(key, { newest: 1 });
    expect(attempts[0]?.facts.at(-1)).toMatchObject({ source: "omitted", count: 54 });
  });

  test("reports twenty disputes to the shop and to staff, and counts the others", async () => {
    const shop = await paidShop();
    for (const number of numbers(1, 60)) {
      const changed = { transaction_id: `X${number}` };
      expect((await postSignedDispute(shop, changed)).body).toBe("OK");
    }
    await shop.gateway.sweep();
    expect(shop.disputes).toHaveLength(20);
    expect(await shop.itemKinds()).toHaveLength(20);
    const { attempts } = await shop.store.load(key, { newest: 1 });
    expect(attempts[0]?.facts.at(-1)).toMatchObject({ source: "omitted", of: "disputes", count: 35 });
    const before = await sizeOf(shop);
    for (const number of numbers(61, 90)) await postSignedDispute(shop, { transaction_id: `X${number}` });
    expect((await sizeOf(shop)).rows).toEqual(before.rows);
  });

  test("of a later cycle is reported to the shop for each planned try, and for twenty declines at least", async () => {
    const shop = await SubscriptionShop.begin();
    await shop.cycle(1);
    for (const number of numbers(1, 40))
      await shop.cycle(2, { returncode: "2", transaction_id: `F${number}` });
    expect(shop.subscriptionCalls).toEqual(Array.from({ length: 20 }, () => "failed 2"));
    const { cycles } = await shop.store.load(key, { cycles: "all" });
    expect(cycles[0]?.facts).toHaveLength(7);
    await shop.cycle(2);
    expect(shop.subscriptionCalls.at(-1)).toBe("cycle 2");
  });
});
