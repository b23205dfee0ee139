import { describe, expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { resolve } from "../fixtures/staff.ts";
import type { TestShop } from "../fixtures/test-shop.ts";
import { refundReply, refundShopWithWebhook } from "../refund/refund-shop.ts";
import { paidShop, postSignedDispute } from "./dispute-shop.ts";

/** Staff record the refund B-1, which was made in the back office. */
const record = (shop: TestShop, minor: number, item: { reviewItemId?: string } = {}) =>
  resolve(shop, "record-refund", { refund: { amount: money(minor, "USD"), reference: "B-1" }, ...item });

describe("the webhook reports how a refund ended (DSP-REFUND)", () => {
  test("a refund that the shop asked for succeeds, and is added to the order once", async () => {
    const { refund, report, states, recorded, shop } = await refundShopWithWebhook();
    await refund(500, "return-7");
    expect(await states()).toEqual(["accepted"]);
    expect((await report()).body).toBe("OK");
    expect((await report()).body).toBe("OK");
    expect(await states()).toEqual(["succeeded"]);
    expect(await recorded()).toEqual([[500, "R-1"]]);
    expect(shop.syncedRefunds).toEqual([["shop-order-1", ["R-1"]]]);
    expect(await shop.itemKinds()).toEqual([]);
    expect(shop.disputes).toEqual([]);
    const received = shop.events.flatMap((each) => (each.event === "dispute-received" ? [each] : []));
    expect(received.map(({ type, isRepeated }) => [type, isRepeated])).toEqual([
      ["refund", false],
      ["refund", true],
    ]);
  });

  test("a refund that was accepted fails later, and its item ends when it is made after all", async () => {
    const { refund, report, states, recorded, shop } = await refundShopWithWebhook();
    await refund(500, "return-7");
    await report({ alert_status: "11" });
    expect(await states()).toEqual(["failed"]);
    expect(await recorded()).toEqual([]);
    expect(await shop.itemKinds()).toEqual(["refund-failed"]);
    await report();
    expect(await states()).toEqual(["succeeded"]);
    expect(await shop.itemKinds()).toEqual([]);
  });

  test("a refund of the whole order that staff recorded before opens no review item", async () => {
    const { report, recorded, shop } = await refundShopWithWebhook();
    await record(shop, 1999);
    await report({ refund_orderid: "B-1", refund_amount: "19.99" });
    expect(await recorded()).toEqual([[1999, "B-1"]]);
    expect(await shop.itemKinds()).toEqual([]);
  });
});

describe("a refund about which the gateway and the shop disagree gets a review item (DSP-REFUND)", () => {
  test.each([
    ["another amount", { refund_amount: "15.00" }],
    ["another transaction", { transaction_id: "T77" }],
  ])("a reported refund that names %s", async (_, changed) => {
    const { refund, report, shop, states } = await refundShopWithWebhook();
    await refund(500, "return-7");
    await report(changed);
    expect(await states()).toEqual(["succeeded"]);
    const [item] = await shop.gateway.reviewItems();
    expect(item).toMatchObject({ kind: "refund-notice", problem: { code: "refund_differs" } });
    expect(item?.problem.message).toContain("The shop asked for 5.00 USD of transaction T1");
  });

  test("a refund that staff recorded with another amount", async () => {
    const { report, shop } = await refundShopWithWebhook();
    await record(shop, 100);
    await report({ refund_orderid: "B-1" });
    const [item] = await shop.gateway.reviewItems();
    expect(item).toMatchObject({ kind: "refund-notice", problem: { code: "refund_differs" } });
    expect(item?.problem.message).toContain("It is recorded as 1.00 USD");
  });

  test("a refund that was made after it failed, so that more was refunded than was paid", async () => {
    const { refund, report, shop, answersRefund } = await refundShopWithWebhook();
    await refund(1999, "return-7");
    await report({ alert_status: "11", refund_amount: "19.99" });
    answersRefund((form) => refundReply(form, { refund_orderid: "R-2" }));
    await refund(1999, "return-8");
    await report({ refund_amount: "19.99" });
    const items = await shop.gateway.reviewItems();
    expect(items.map(({ problem }) => problem.code)).toContain("refunded_too_much");
  });
});

test("a reported refund above the order's rest is recorded by staff, and the order shows it once", async () => {
  const { report, recorded, shop } = await refundShopWithWebhook();
  await report({ refund_orderid: "B-1", refund_amount: "25.00" });
  const [item] = await shop.gateway.reviewItems();
  await record(shop, 1999, { reviewItemId: item?.id ?? "none" });
  expect(await recorded()).toEqual([[1999, "B-1"]]);
  expect(shop.syncedRefunds).toEqual([["shop-order-1", ["B-1"]]]);
  await expect(record(shop, 1999)).rejects.toThrow("is recorded already");
});

test.each([
  ["without the ID of the refund", { refund_orderid: "" }],
  ["with an ID that is too long to store", { refund_orderid: "R".repeat(65) }],
  ["with an amount that has too many decimals", { refund_amount: "5.001" }],
  ["with an amount of 0", { refund_amount: "0.00" }],
  ["with an unknown status", { alert_status: "22" }],
])(
  "a report of a refund that cannot be read opens a dispute item (DSP-REFUND): %s",
  async (...[, changed]) => {
    const shop = await paidShop();
    const refund = { alert_type: "Refund", refund_orderid: "R-1", refund_amount: "5.00" };
    expect((await postSignedDispute(shop, { ...refund, ...changed })).body).toBe("OK");
    const { reviewItems, attempts } = await shop.gateway.status({ reference: "order-1" });
    expect(reviewItems).toMatchObject([{ kind: "dispute", problem: { code: "refund_report_unclear" } }]);
    expect(attempts[0]?.gatewayRefunds).toEqual([]);
    expect(shop.disputes).toMatchObject([{ dispute: { type: "refund" } }]);
  },
);
