import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { notificationFields, signFields } from "../../express/test/signed-notification.ts";
import { closeShops, TestShop } from "../../express/test/test-shop.ts";

afterEach(closeShops);

const rejected: unknown[] = [];
const onRejected = (reason: unknown) => void rejected.push(reason);

beforeEach(() => void process.on("unhandledRejection", onRejected));
afterEach(() => {
  process.off("unhandledRejection", onRejected);
  expect(rejected.splice(0)).toEqual([]);
});

/** Resolves when the event has come. */
async function until(shop: TestShop, event: string): Promise<void> {
  await vi.waitFor(() => expect(shop.events.map((each) => each.event)).toContain(event), {
    interval: 2,
    timeout: 15_000,
  });
}

describe.each([4, 5] as const)("on Express %i", (release) => {
  test("the router replies 503 while the store is unavailable, and accepts the next try (B-24)", async () => {
    const shop = await TestShop.open({ release });
    await shop.start();
    shop.store.down = true;
    const reply = await shop.notify();
    expect([reply.status, reply.body]).toEqual([503, "later"]);
    shop.store.down = false;
    expect(await shop.state()).toBe("pending");
    expect((await shop.notify()).body).toBe("OK");
    expect(shop.orders).toEqual(["order-1"]);
  });
});

test("a shop that throws is answered OK, and the tick places the order once (B-28, B-39)", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const shop = await TestShop.open();
    await shop.start();
    const { onPaid } = shop;
    shop.onPaid = ({ tx }) => {
      tx.write(() => shop.orders.push("half"));
      throw new Error("the stock service is away");
    };
    expect((await shop.notify()).body).toBe("OK");
    expect(await shop.state()).toBe("paid");
    expect(shop.orders).toEqual([]);
    expect(shop.events).toContainEqual(
      expect.objectContaining({
        event: "job-postponed",
        error: { code: "error", message: "the stock service is away" },
      }),
    );
    shop.onPaid = onPaid;
    expect((await shop.pay.sweep()).jobs).toBe(0);
    vi.setSystemTime(Date.now() + 11_000);
    const swept = await Promise.all([shop.pay.sweep(), shop.pay.sweep(), shop.pay.sweep()]);
    expect(swept.reduce((sum, { jobs }) => sum + jobs, 0)).toBe(1);
    expect(shop.orders).toEqual(["order-1"]);
    expect((await shop.pay.status({ reference: "order-1" })).placedOrder).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

test("a slow shop is answered OK in time, and its job continues (B-38)", async () => {
  const shop = await TestShop.open({ options: { replyWithin: 0.02 } });
  await shop.start();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { onPaid } = shop;
  shop.onPaid = async (paid) => {
    await held;
    return onPaid(paid);
  };
  expect((await shop.notify()).body).toBe("OK");
  expect(shop.orders).toEqual([]);
  release();
  await until(shop, "job-completed");
  expect(shop.orders).toEqual(["order-1"]);
});

test("closing waits for running jobs, then closes the store, and later notifications get 503", async () => {
  const shop = await TestShop.open({ options: { replyWithin: 0.02 } });
  await shop.start();
  let release = () => {};
  const { onPaid } = shop;
  const entered = new Promise<void>((enter) => {
    shop.onPaid = async (paid) => {
      await new Promise<void>((resolve) => {
        release = resolve;
        enter();
      });
      return onPaid(paid);
    };
  });
  await shop.notify();
  await entered;
  const closed = shop.pay.close();
  expect(shop.store.closed).toBe(false);
  const late = await shop.notify({ transaction_id: "202603010002" });
  expect([late.status, late.body]).toEqual([503, "later"]);
  expect(shop.store.closed).toBe(false);
  release();
  await closed;
  expect(shop.orders).toEqual(["order-1"]);
  expect(shop.store.closed).toBe(true);
  await expect(shop.start()).rejects.toMatchObject({ code: "gateway_closed" });
  await shop.pay.close();
});

test("behind a proxy with a prefix, the addresses are those of publicUrl (B-43)", async () => {
  const shop = await TestShop.open({
    options: { publicUrl: "https://shop.example/de/pay/", sandbox: true },
    before: (app) => app.set("trust proxy", true),
  });
  await shop.start();
  const notifyUrl = shop.gateway.lastForm.get("pay_notifyurl") ?? "";
  expect(notifyUrl).toMatch(/^https:\/\/shop\.example\/de\/pay\/notify\/[^/]{20}\/[^/]{26}$/);
  const body = signFields(notificationFields(shop.gateway.lastForm));
  expect((await shop.send(notifyUrl.replace("https://shop.example/de", ""), { body })).body).toBe("OK");
  const back = await shop.send(shop.returnPath.replace("/de", ""));
  expect(back.headers.location).toMatch(/^https:\/\/shop\.example\/de\/pay\/wait\/[^/]{20}\/[^/]{26}$/);
});
