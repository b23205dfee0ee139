import { expect, test } from "vitest";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { startPayment } from "../fixtures/start-payment.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";

/** A store whose writes can fail while its reads work. */
class WriteFailingStore extends MemoryStore {
  writes = 0;
  broken = false;

  override async commit(...change: Parameters<MemoryStore["commit"]>) {
    if (this.broken) throw new Error("the disk is full");
    this.writes++;
    return super.commit(...change);
  }
}

function comesBack(shop: TestShop, paymentStatus: string) {
  const [attemptId = "", token = ""] = (shop.lastForm.get("pay_callbackurl") ?? "").split("/").slice(-2);
  return shop.gateway.handleReturn({ attemptId, token, fields: { paymentStatus, orderID: attemptId } });
}

async function attemptOf(shop: TestShop) {
  const [attempt] = (await shop.gateway.status({ reference: "order-1" })).attempts;
  if (attempt === undefined) throw new Error("no attempt was started");
  return attempt;
}

test("each result from the browser is displayed once, as not verified, and pays nothing (RET-HINT, B-22, B-29)", async () => {
  const shop = await startPayment();
  await comesBack(shop, "processing");
  shop.pass(60);
  for (const word of ["SUCCEEDED", "processing", "succeeded", "paid"]) await comesBack(shop, word);
  const { state, returnHints, timeline } = await attemptOf(shop);
  expect(state).toBe("pending");
  expect(returnHints).toEqual([
    { at: "2026-03-01T12:00:00.000Z", result: "processing" },
    { at: "2026-03-01T12:01:00.000Z", result: "succeeded" },
  ]);
  const lines = timeline.filter(({ source }) => source === "buyer");
  expect(lines.map(({ text }) => text)).toEqual([
    "The buyer's browser reported that the payment is being processed. This is not verified.",
    "The buyer's browser reported a successful payment. This is not verified.",
  ]);
});

test("a repeated return writes nothing (RET-HINT, B-32)", async () => {
  const store = new WriteFailingStore();
  const shop = new TestShop({}, store);
  await shop.gateway.start(hostedSaleInput());
  await comesBack(shop, "fail");
  const { writes } = store;
  for (let time = 0; time < 100; time++) await comesBack(shop, "fail");
  expect(store.writes).toBe(writes);
});

test("a buyer sees the waiting page although the store cannot write (RET-HINT)", async () => {
  const store = new WriteFailingStore();
  const shop = new TestShop({}, store);
  await shop.gateway.start(hostedSaleInput());
  store.broken = true;
  expect(await comesBack(shop, "succeeded")).toMatchObject({ hint: "succeeded", state: "pending" });
  expect(shop.events.at(-1)).toMatchObject({
    event: "return-not-stored",
    error: { code: "store_unavailable" },
  });
  store.broken = false;
  expect((await attemptOf(shop)).returnHints).toEqual([]);
});
