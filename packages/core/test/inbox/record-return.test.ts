import { expect, test } from "vitest";
import { MemoryStore } from "../../src/store/memory-store.ts";
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
