import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

const attemptIdOf = (shop: TestShop) => shop.lastForm.get("pay_orderid") ?? "";

test("processes a stored notification that was not processed", async () => {
  const store = new MemoryStore();
  const shop = await startPayment(new TestShop({}, store));
  const commit = store.commit;
  // The process dies after the notification is stored.
  store.commit = () => Promise.reject(new Error("The database is away."));
  await shop.notify();
  store.commit = commit;
  expect(await shop.state()).toBe("pending");
  const request = { attemptId: attemptIdOf(shop), operator: exampleOperator };
  expect(await shop.gateway.replay(request)).toMatchObject({
    processed: 1,
    before: "pending",
    state: "paid",
  });
  expect(shop.placed).toHaveLength(1);
});
