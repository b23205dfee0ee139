import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { TestShop } from "../fixtures/test-shop.ts";
import { exampleOperator } from "../payment/example-facts.ts";

const wrongKey = { merchants: [{ id: "10002", key: "wrong" }] };
const attemptIdOf = (shop: TestShop) => shop.lastForm.get("pay_orderid") ?? "";

test("verifies quarantined notifications again, and places the order (KEY-ROTATION)", async () => {
  const store = new MemoryStore();
  const wrong = await startPayment(new TestShop(wrongKey, store));
  await wrong.notify();
  const request = { attemptId: attemptIdOf(wrong), operator: exampleOperator };
  expect(await wrong.gateway.replay(request)).toMatchObject({
    verified: 0,
    quarantined: 1,
    state: "pending",
  });
  const mended = new TestShop({}, store);
  expect(await mended.gateway.replay(request)).toEqual({
    processed: 0,
    verified: 1,
    quarantined: 0,
    before: "pending",
    state: "paid",
  });
  expect(mended.placed).toHaveLength(1);
  expect(await mended.gateway.replay(request)).toMatchObject({ verified: 0, before: "paid", state: "paid" });
  expect(mended.placed).toHaveLength(1);
});

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
