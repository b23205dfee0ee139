import { expect, test } from "vitest";
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
