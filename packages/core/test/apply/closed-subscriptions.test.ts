import { expect, test } from "vitest";
import { MemoryStore } from "../../src/entries/store.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { minimalSales } from "../protocol/sale/example-sales.ts";

test("a closing reported for a failed attempt does not make renewals of a later attempt read all cycles (B-48)", async () => {
  const asked: unknown[] = [];
  class Watched extends MemoryStore {
    override async load(...each: Parameters<MemoryStore["load"]>) {
      asked.push(each[1]?.cycles);
      return super.load(...each);
    }
  }
  const shop = await SubscriptionShop.begin({}, false, new Watched());
  await shop.cycle("", { returncode: "2", enabled: "0" });
  await shop.gateway.start(minimalSales.subscription);
  await shop.cycle(1, { payment_transaction_id: "M2" });
  asked.length = 0;
  await shop.cycle(2, { payment_transaction_id: "M2" });
  expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
  expect(asked).not.toContain("all");
});
