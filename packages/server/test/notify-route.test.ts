import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
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

test("a shop that throws is answered OK, and the tick places the order once (B-28, B-39)", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const shop = await TestShop.open();
  await shop.start();
  const { onPaid } = shop;
  shop.onPaid = ({ tx }) => {
    tx.write(() => shop.orders.push("half"));
    throw new Error("the stock service is away");
  };
  expect((await shop.notify()).body).toBe("OK");
  expect([await shop.state(), shop.orders]).toEqual(["paid", []]);
  const error = { code: "error", message: "the stock service is away" };
  expect(shop.events).toContainEqual(expect.objectContaining({ event: "job-postponed", error }));
  shop.onPaid = onPaid;
  expect((await shop.pay.sweep()).jobs).toBe(0);
  vi.setSystemTime(Date.now() + 11_000);
  const swept = await Promise.all([shop.pay.sweep(), shop.pay.sweep(), shop.pay.sweep()]);
  expect(swept.reduce((sum, { jobs }) => sum + jobs, 0)).toBe(1);
  expect(shop.orders).toEqual(["order-1"]);
  expect((await shop.pay.status({ reference: "order-1" })).placedOrder).toBeDefined();
});

test("a slow shop is answered OK in time, and closing waits for its job, then closes the store (B-38)", async () => {
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
  expect((await shop.notify()).body).toBe("OK");
  await entered;
  const closed = shop.pay.close();
  const late = await shop.notify({ transaction_id: "202603010002" });
  expect([late.status, late.body]).toEqual([503, "later"]);
  expect([shop.orders, shop.store.closed]).toEqual([[], false]);
  release();
  await closed;
  expect([shop.orders, shop.store.closed]).toEqual([["order-1"], true]);
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
