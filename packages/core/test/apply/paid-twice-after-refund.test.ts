import { describe, expect, test } from "vitest";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { postSignedDispute } from "../inbox/dispute-shop.ts";

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

  test("names the transaction whose money is left", async () => {
    const { shop, pay, refund } = await openTwoAttempts();
    await refund(0, "T1");
    for (const transaction of ["T1", "T3"]) await pay(0, transaction);
    await pay(1, "T2");
    const item = (await shop.gateway.reviewItems()).find(({ dedupeKey }) => dedupeKey === "attempt");
    expect(item?.problem.message).toContain("Refund transaction T3 of this attempt");
  });
});
