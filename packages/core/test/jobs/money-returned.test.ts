import { describe, expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { openItem, retry } from "../fixtures/staff.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { hostedSaleInput, redirectResponse, TestShop } from "../fixtures/test-shop.ts";
import { postSignedDispute } from "../inbox/dispute-shop.ts";

const operations = { disputeWebhook: {} };
const refund = { alert_type: "Refund", refund_orderid: "R-1", refund_amount: "19.99" };

async function openShop(): Promise<TestShop> {
  const shop = new TestShop({ operations });
  await shop.gateway.start(hostedSaleInput());
  return shop;
}

const standing = async (shop: TestShop) => {
  const { state, reviewItems } = await shop.gateway.status({ reference: "order-1" });
  const problem = reviewItems.find(({ kind }) => kind === "order-not-placed")?.problem.code;
  return [state, shop.placed.length, problem];
};

describe("money that went back before the order is placed stops it (ENG-RETURNED)", () => {
  test("an earlier run may have placed the order: the other paid attempt is not placed until staff decide (ENG-WINS)", async () => {
    const shop = await openShop();
    const first = shop.lastForm;
    const place = shop.placeOrder;
    shop.placeOrder = async (request) => {
      await place(request);
      throw new Error("The answer was lost.");
    };
    shop.answer = redirectResponse("https://gateway.test/page/2");
    await shop.gateway.start({ ...hostedSaleInput(), amount: money(3998, "USD") });
    await shop.notify({}, first);
    await shop.notify({ transaction_id: "T2" });
    await postSignedDispute(shop, { ...refund, orderid: first.get("pay_orderid") ?? "" });
    shop.placeOrder = place;
    await shop.sweepAfter(60);
    expect(await standing(shop)).toEqual(["paid", 1, "money_returned"]);
    expect((await openItem(shop, "order-not-placed")).problem.message).toContain("look for it in the shop");
    for (let minutes = 0; minutes < 60; minutes++) await shop.sweepAfter(60);
    expect(shop.placed).toHaveLength(1);
    const { jobs } = await shop.store.load({ tenant: "default", reference: "order-1" });
    expect(jobs.find(({ status }) => status === "due")?.tries).toBeLessThan(15);
    await retry(shop, "order-not-placed");
    await shop.sweepAfter(60);
    expect(new Set(shop.placed).size).toBe(1);
    expect(await shop.itemKinds()).toContain("paid-twice");
  });

  test("the order of a later cycle is not placed if a refund of its transaction came before it", async () => {
    const shop = await SubscriptionShop.begin({ operations: { disputeWebhook: {} } });
    await shop.cycle(1);
    await postSignedDispute(shop, { ...refund, transaction_id: "T3" });
    await shop.cycle(2);
    await shop.cycle(3);
    expect(shop.subscriptionCalls).toEqual(["cycle 2"]);
    const stoppedRenewal = { cycle: 3, problem: { code: "money_returned" } };
    expect(await openItem(shop, "renewal-not-placed")).toMatchObject(stoppedRenewal);
    await retry(shop, "renewal-not-placed");
    expect(shop.subscriptionCalls).toEqual(["cycle 2", "cycle 3"]);
  });
});
