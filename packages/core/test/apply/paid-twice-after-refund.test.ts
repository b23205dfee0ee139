import { describe, expect, test } from "vitest";
import { resolve, retry } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { postSignedDispute } from "../inbox/dispute-shop.ts";

type Step = (shop: TestShop) => Promise<unknown>;

const pays =
  (transaction_id: string): Step =>
  (shop) =>
    shop.notify({ transaction_id });
const refunds =
  (transaction_id: string): Step =>
  (shop) =>
    postSignedDispute(shop, {
      transaction_id,
      refund_amount: "19.99",
      alert_type: "Refund",
      refund_orderid: `R-${transaction_id}`,
    });
const retries: Step = (shop) => retry(shop, "order-not-placed");
const dismisses: Step = (shop) => resolve(shop, "dismiss", { kind: "order-not-placed" });

async function play(steps: readonly Step[]) {
  const shop = new TestShop({ operations: { disputeWebhook: {} } });
  await shop.gateway.start(hostedSaleInput());
  for (const step of steps) await step(shop);
  return { placed: shop.placed.length, isPaidTwice: (await shop.itemKinds()).includes("paid-twice") };
}

describe("two payments of one attempt, of which the gateway refunded one in full, are not paid twice (ITEM-TWICE)", () => {
  test.each<[string, Step[], number]>([
    ["the first one, before the order was placed", [refunds("T1"), pays("T1"), pays("T2")], 0],
    [
      "the first one, and staff place the order",
      [refunds("T1"), pays("T1"), pays("T2"), retries, pays("T1")],
      1,
    ],
    ["the second one, before it was reported as paid", [pays("T1"), refunds("T2"), pays("T2")], 1],
  ])("%s", async (_, steps, placed) => {
    expect(await play(steps)).toEqual({ placed, isPaidTwice: false });
  });

  test.each<[string, Step[], number]>([
    ["three were paid", [refunds("T1"), pays("T1"), pays("T2"), pays("T3")], 0],
    [
      "the placed order was refunded, so none gets the second one",
      [pays("T1"), refunds("T1"), pays("T2")],
      1,
    ],
    ["staff end the attempt, so no order gets it", [refunds("T1"), pays("T1"), pays("T2"), dismisses], 0],
    ["staff ended the attempt before", [refunds("T1"), pays("T1"), dismisses, pays("T2")], 0],
  ])("but they are if %s", async (_, steps, placed) => {
    expect(await play(steps)).toEqual({ placed, isPaidTwice: true });
  });
});

/** A shop whose buyer has a payment page open for each of two attempts. */
async function openTwoAttempts() {
  const shop = new TestShop({ operations: { disputeWebhook: {} } });
  const forms: URLSearchParams[] = [];
  for (const variant of ["hosted", "link"] as const) {
    await shop.gateway.start({ ...hostedSaleInput(), variant });
    forms.push(shop.lastForm);
  }
  const pay = (attempt: 0 | 1, transaction_id: string) => shop.notify({ transaction_id }, forms[attempt]);
  const refund = (attempt: 0 | 1, transaction_id: string, refund_amount = "19.99") =>
    postSignedDispute(shop, {
      orderid: forms[attempt]?.get("pay_orderid") ?? "",
      ...{ transaction_id, refund_amount, alert_type: "Refund", refund_orderid: `R-${transaction_id}` },
    });
  return { shop, pay, refund, items: async () => (await shop.itemKinds()).toSorted() };
}

describe("a payment of another attempt than the one of the order (ITEM-TWICE)", () => {
  test.each([
    ["19.99", ["refund-notice"]],
    ["19.98", ["paid-twice", "refund-notice"]],
  ])("of which %s went back before the order: %j", async (amount, expected) => {
    const { shop, pay, refund, items } = await openTwoAttempts();
    await refund(0, "T1", amount);
    await pay(0, "T1");
    expect(shop.placed).toEqual([]);
    await pay(1, "T2");
    expect(shop.placed).toHaveLength(1);
    expect(await items()).toEqual(expected);
  });

  test("is paid twice again if a further transaction pays it after the refund", async () => {
    const { shop, pay, refund, items } = await openTwoAttempts();
    await pay(1, "T2");
    await pay(0, "T1");
    await refund(0, "T1");
    await pay(0, "T3");
    expect(shop.placed).toHaveLength(1);
    expect(await items()).toEqual(["paid-twice", "paid-twice", "refund-notice"]);
  });

  test("names the transaction whose money is left", async () => {
    const { shop, pay, refund } = await openTwoAttempts();
    await refund(0, "T1");
    for (const transaction of ["T1", "T3"]) await pay(0, transaction);
    await pay(1, "T2");
    const item = (await shop.gateway.reviewItems()).find(({ dedupeKey }) => dedupeKey === "attempt");
    expect(item?.problem.message).toContain("Refund transaction T3 of this attempt");
  });
});
