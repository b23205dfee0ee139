import { expect, test, vi } from "vitest";
import { startPayment } from "../fixtures/start-payment.ts";
import type { TestShop } from "../fixtures/test-shop.ts";

function comesBack(shop: TestShop, paymentStatus: string) {
  const [attemptId = "", token = ""] = (shop.lastForm.get("pay_callbackurl") ?? "").split("/").slice(-2);
  return shop.gateway.handleReturn({ attemptId, token, fields: { paymentStatus, orderID: attemptId } });
}

test("a buyer sees the waiting page although the store cannot write (RET-HINT)", async () => {
  const shop = await startPayment();
  const commit = vi.spyOn(shop.store, "commit").mockRejectedValue(new Error("the disk is full"));
  expect(await comesBack(shop, "succeeded")).toMatchObject({ hint: "succeeded", state: "pending" });
  const error = { code: "store_unavailable" };
  expect(shop.events.at(-1)).toMatchObject({ event: "return-not-stored", error });
  commit.mockRestore();
  expect((await shop.gateway.status({ reference: "order-1" })).attempts).toMatchObject([{ returnHints: [] }]);
});
