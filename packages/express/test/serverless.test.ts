import { afterEach, describe, expect, test } from "vitest";
import { closeShops, TestShop } from "./test-shop.ts";

const cronSecret = "0123456789abcdef0123456789abcdef";
const withSecret = { authorization: `Bearer ${cronSecret}` };

afterEach(closeShops);

describe("the route of the cron", () => {
  test.each(["GET", "POST"])("runs the sweep for the secret: %s", async (method) => {
    const shop = await TestShop.open({ options: { cronSecret } });
    const reply = await shop.send("/pay/sweep", { method, headers: withSecret });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { payments: 0, jobs: 0, deleted: 0 }]);
  });

  test.each([
    {},
    { authorization: "Bearer undefined" },
    { authorization: cronSecret },
    { authorization: `Bearer ${cronSecret}0` },
  ])("refuses %o, and reads no store", async (headers) => {
    const shop = await TestShop.open({ options: { cronSecret } });
    shop.store.down = true;
    expect((await shop.send("/pay/sweep", { headers })).status).toBe(401);
  });

  test("does not exist without the option", async () => {
    const shop = await TestShop.open();
    expect((await shop.send("/pay/sweep", { headers: withSecret })).status).toBe(404);
  });

  test("reports a database that is away", async () => {
    const shop = await TestShop.open({ options: { cronSecret } });
    shop.store.down = true;
    expect((await shop.send("/pay/sweep", { headers: withSecret })).status).toBe(503);
    expect(shop.events).toContainEqual(expect.objectContaining({ event: "tick-failed" }));
  });
});

describe("work that takes longer than the reply", () => {
  async function openSlowShop(waitUntil: (work: Promise<unknown>) => void) {
    const shop = await TestShop.open({ options: { waitUntil, replyWithin: 0.01 } });
    const slow = Promise.withResolvers<void>();
    shop.onPaid = async ({ payment, tx }) => {
      await slow.promise;
      tx.write(() => shop.orders.push(payment.reference));
    };
    await shop.start();
    return { shop, finish: slow.resolve };
  }

  test("is passed to waitUntil, which the platform waits for", async () => {
    const works: Promise<unknown>[] = [];
    const { shop, finish } = await openSlowShop((work) => void works.push(work));
    expect((await shop.notify()).body).toBe("OK");
    expect(shop.orders).toEqual([]);
    finish();
    await Promise.all(works);
    expect(shop.orders).toEqual(["order-1"]);
  });

  test("does not fail with a waitUntil that refuses it", async () => {
    const { shop, finish } = await openSlowShop(() => {
      throw new Error("outside of a request");
    });
    finish();
    expect((await shop.notify()).body).toBe("OK");
    await expect.poll(() => shop.orders).toEqual(["order-1"]);
  });
});
