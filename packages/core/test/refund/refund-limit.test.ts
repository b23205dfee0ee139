import { describe, expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { operations, refundReply, refundShopWithWebhook } from "./refund-shop.ts";

const nothingLeft = "must be at most 0.00 USD";

describe("the refund limit of a payment (RFD-LIMIT)", () => {
  test("the rest is 0 after a back office refund above the order's price", async () => {
    const { refund, report, sent } = await refundShopWithWebhook();
    await report({ refund_orderid: "B-1", refund_amount: "25.00" });
    await expect(refund(1999, "key-1")).rejects.toThrow(nothingLeft);
    expect(sent()).toEqual([]);
  });

  test("a back office refund counts if it arrives while another refund reserves a part", async () => {
    const { refund, report, answersRefund, answersQuery, sweepAfter, shop, attemptId } =
      await refundShopWithWebhook();
    answersRefund(() => new Response(""));
    answersQuery(() => new Response(""));
    await refund(500, "key-1");
    await report({ refund_orderid: "B-1", refund_amount: "19.99" });
    for (const seconds of [10, 30, 120, 600, 3600, 7200]) await sweepAfter(seconds);
    const items = await shop.gateway.reviewItems();
    const item = items.find(({ kind }) => kind === "refund-not-confirmed");
    await shop.gateway.resolveReviewItem({
      ...{ attemptId, action: "dismiss", operator: { id: "u1" }, note: "It was not made." },
      reviewItemId: item?.id ?? "none",
    });
    answersRefund(refundReply);
    await expect(refund(1999, "key-2")).rejects.toThrow(nothingLeft);
  });

  test("a refund that staff recorded counts with the larger amount that the gateway reports", async () => {
    const { refund, report, shop, attemptId } = await refundShopWithWebhook();
    await shop.gateway.resolveReviewItem({
      ...{ attemptId, action: "record-refund", operator: { id: "u1" }, note: "Back office." },
      refund: { amount: money(100, "USD"), reference: "B-1" },
    });
    await report({ refund_orderid: "B-1", refund_amount: "5.00" });
    await expect(refund(1500, "key-1")).rejects.toThrow("must be at most 14.99 USD");
  });

  test("a refund that the shop requested counts with the amount that the gateway reports", async () => {
    const { refund, report } = await refundShopWithWebhook();
    await refund(500, "key-1");
    await report({ refund_amount: "15.00" });
    await expect(refund(500, "key-2")).rejects.toThrow("must be at most 4.99 USD");
  });
});

test("a payment can be refunded after a query without a currency reported it first (QRY-AMOUNT)", async () => {
  const shop = new TestShop({ operations: { ...operations, query: {} } });
  const { attemptId } = await shop.gateway.start(hostedSaleInput());
  const sale = shop.lastForm;
  const paid = { trade_state: "SUCCESS", transaction_id: "T1", true_amount: "19.99", currency: "" };
  shop.answer = (form) => refundReply(form, form.has("refund_amount") ? {} : paid);
  await shop.gateway.query({ attemptId });
  await shop.notify({ transaction_id: "T1" }, sale);
  const request = { reference: "order-1", amount: money(500, "USD"), reason: "Returned." };
  expect(await shop.gateway.refund({ ...request, idempotencyKey: "key-1" })).toMatchObject({
    state: "accepted",
  });
});
