import { expect, test } from "vitest";
import { refundReply, refundShopWithWebhook } from "./refund-shop.ts";

test("a refund in the back office counts towards the limit if it arrives while another refund reserves a part (RFD-LIMIT)", async () => {
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
  await expect(refund(1999, "key-2")).rejects.toThrow("must be at most 0.00 USD");
});
