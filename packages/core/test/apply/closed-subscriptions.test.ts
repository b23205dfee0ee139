import { expect, test, vi } from "vitest";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("a closing reported for a failed attempt does not make renewals of a later attempt read all cycles (B-48)", async () => {
  const shop = await SubscriptionShop.begin();
  await shop.cycle("", { returncode: "2", enabled: "0" });
  await shop.gateway.start(minimalSales.subscription);
  await shop.cycle(1, { payment_transaction_id: "M2" });
  const load = vi.spyOn(shop.store, "load");
  await shop.cycle(2, { payment_transaction_id: "M2" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(load.mock.calls.map(([, read]) => read?.cycles)).not.toContain("all");
});
