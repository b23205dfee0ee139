import { afterEach, expect, test } from "vitest";
import { money } from "../src/index.ts";
import { closeShops, TestShop } from "./test-shop.ts";

afterEach(closeShops);

const operator = { id: "grace", name: "Grace Hopper" };

test("a refund that the shop requests is one review item, until staff record the refund (B-45)", async () => {
  const shop = await TestShop.open();
  const { attemptId } = await shop.start();
  await shop.notify();
  const request = {
    attemptId,
    dedupeKey: "return-7",
    evidence: "The tea came back.",
    amount: money(500, "USD"),
  };
  await shop.pay.requestRefund(request);
  await shop.pay.requestRefund(request);
  const [item, ...others] = await shop.pay.reviewItems();
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    kind: "refund-requested",
    attemptId,
    requestedAmount: money(500, "USD"),
    problem: { code: "refund_requested", message: "The tea came back." },
  });
  await shop.pay.resolveReviewItem({
    attemptId,
    reviewItemId: String(item?.id),
    action: "record-refund",
    operator,
    note: "Refunded.",
    refund: { amount: money(500, "USD"), reference: "R-1" },
  });
  expect(await shop.pay.reviewItems()).toEqual([]);
  const [attempt] = (await shop.pay.status({ reference: "order-1" })).attempts;
  expect(attempt?.refunds).toMatchObject([{ amount: money(500, "USD"), reference: "R-1", operator }]);
});

test("a refund of an unknown attempt, or without a reason, is a coded error", async () => {
  const shop = await TestShop.open();
  const { attemptId } = await shop.start();
  const refund = { dedupeKey: "1", evidence: "Late." };
  await expect(shop.pay.requestRefund({ ...refund, attemptId: "x" })).rejects.toMatchObject({
    code: "attempt_unknown",
  });
  await expect(shop.pay.requestRefund({ ...refund, attemptId, evidence: "" })).rejects.toMatchObject({
    code: "resolution_invalid",
    problems: [{ path: "evidence" }],
  });
});
