import { expect, test, vi } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import { TestShop } from "../fixtures/test-shop.ts";

test("the reply does not wait for a slow host longer than replyWithin, and close waits for it", async () => {
  const shop = await startPayment(new TestShop({ replyWithin: 1 }));
  let done: () => void = () => {};
  const applying = new Promise<void>((called) => {
    shop.placeOrder = () => {
      called();
      return new Promise((resolve) => {
        done = () => resolve({ placed: {} });
      });
    };
  });
  shop.impatient = true;
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  await applying;
  const closed = shop.gateway.close();
  done();
  await closed;
  expect((await shop.gateway.status({ reference: "order-1" })).placedOrder).toBeDefined();
});

test("a store that fails at T2 still replies OK, and the tick applies the facts (B-28)", async () => {
  const shop = await startPayment();
  vi.spyOn(shop.store, "commit").mockRejectedValueOnce(new Error("disk full"));
  expect(await shop.notify()).toMatchObject({ body: "OK" });
  expect(await shop.state()).toBe("pending");
  shop.pass(11);
  expect(await shop.gateway.sweep()).toMatchObject({ payments: 1 });
  expect(await shop.state()).toBe("paid");
  expect(shop.placed).toHaveLength(1);
});
