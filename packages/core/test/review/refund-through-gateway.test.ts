import { describe, expect, test, vi } from "vitest";
import { money } from "../../src/index.ts";
import { resolve } from "../fixtures/staff.ts";
import { hostedSaleInput, TestShop } from "../fixtures/test-shop.ts";
import { openRefundShop, operations, refundReply } from "../refund/refund-shop.ts";

describe("a refund", () => {
  test("is sent in the documented form, and the gateway accepts it", async () => {
    const { attemptId, refund, sent, shop } = await openRefundShop();
    expect(await refund(500, "key-1")).toMatchObject({
      ...{ attemptId, requestId: "key-1", refundId: "R-1", transactionId: "T1", state: "accepted" },
      ...{ amount: money(500, "USD"), reason: "Returned.", ofOrder: true, cycle: undefined },
    });
    const [form] = sent();
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      ...{ pay_memberid: "10002", pay_orderid: attemptId, transaction_id: "T1", currency: "USD" },
      ...{ pay_amount: "19.99", refund_amount: "5.00", refund_reason: "Returned." },
    });
    expect(shop.urls.at(-1)).toBe("http://gateway.test/pay/trade/refund");
  });

  test("reads the payment once before it commits, and the attempt once for the call", async () => {
    const { refund, shop, attemptId } = await openRefundShop();
    const [load, findAttempt] = [vi.spyOn(shop.store, "load"), vi.spyOn(shop.store, "findAttempt")];
    const commit = vi.spyOn(shop.store, "commit");
    await refund(500, "key-1", { attemptId });
    const [committed = 0] = commit.mock.invocationCallOrder;
    // One finds the charge, the other one is what the commit is based on.
    expect(load.mock.invocationCallOrder.filter((order) => order < committed)).toHaveLength(2);
    // What the commit of `submitted` has stored. The request's own commit returned the attempt.
    expect(findAttempt).toHaveBeenCalledTimes(1);
  });

  test("with the key of another refund is refused", async () => {
    const { refund, sent } = await openRefundShop();
    await refund(500, "key-1");
    await expect(refund(501, "key-1")).rejects.toMatchObject({
      code: "refund_invalid",
      problems: [{ path: "idempotencyKey" }],
    });
    expect(sent()).toHaveLength(1);
  });

  test("and refunds that staff recorded share one limit (RFD-LIMIT)", async () => {
    const { shop, attemptId, refund } = await openRefundShop();
    const record = (minor: number, reference: string) =>
      resolve(shop, "record-refund", { attemptId, refund: { amount: money(minor, "USD"), reference } });
    await record(1000, "B-1");
    await expect(refund(1000, "key-1")).rejects.toThrow("must be at most 9.99 USD");
    await refund(600, "key-2");
    await expect(record(400, "B-2")).rejects.toThrow("at most 3.99 USD");
    await expect(record(100, "R-1")).rejects.toThrow("is recorded already");
  });

  test("that the gateway refuses returns this outcome, and frees its amount", async () => {
    const { shop, refund, refuses, answersRefund } = await openRefundShop();
    refuses({ returncode: "11", refund_orderid: "", refund_message: "V0011:ERROR" });
    expect(await refund(1999, "key-1")).toMatchObject({ state: "failed", text: "V0011:ERROR" });
    expect(shop.endedRefunds).toEqual(["failed key-1"]);
    expect(await shop.itemKinds()).toEqual([]);
    answersRefund(refundReply);
    expect(await refund(1999, "key-2")).toMatchObject({ state: "accepted" });
  });

  test.each([
    [{ amount: money(0, "USD") }, "amount"],
    [{ amount: money(500, "EUR") }, "amount.currency"],
    [{ amount: 5 as never }, "amount"],
    [{ reason: "" }, "reason"],
    [{ reason: "x".repeat(201) }, "reason"],
    [{ reason: "a\nb" }, "reason"],
    [{ idempotencyKey: " " }, "idempotencyKey"],
    [{ idempotencyKey: 7 as never }, "idempotencyKey"],
    [{ reference: "order-2" }, "reference"],
    [{ attemptId: "20990101000000000001" }, "attemptId"],
    [{ cycle: 2 }, "cycle"],
    [{ cycle: 1.5 }, "cycle"],
    [{ operator: { id: "" } }, "operator.id"],
    [{ operator: { id: "ada@example.com" } }, "operator.id"],
  ])("with %j is refused, and nothing is sent", async (more, path) => {
    const { refund, sent } = await openRefundShop();
    await expect(refund(500, "key-1", more)).rejects.toMatchObject({
      code: "refund_invalid",
      problems: [expect.objectContaining({ path })],
    });
    expect(sent()).toEqual([]);
  });

  test("masks a card number in the reason, and sends no &, because the reply repeats it and must have one reading", async () => {
    const { refund, sent } = await openRefundShop();
    const reason = "Card 4242 4242 4242 4242 & a&status=error";
    expect(await refund(500, "key-1", { reason })).toMatchObject({ state: "accepted" });
    expect(sent()[0]?.get("refund_reason")).toBe("Card [digits] + a+status=error");
  });

  test("without the merchant in the options is refused", async () => {
    const { shop } = await openRefundShop();
    const merchants = [{ id: "10009", key: "sandbox-hosted-key" }];
    const other = new TestShop({ operations, merchants }, shop.store);
    const request = { reference: "order-1", amount: money(500, "USD"), reason: "Returned." };
    await expect(other.gateway.refund({ ...request, idempotencyKey: "1" })).rejects.toMatchObject({
      code: "merchant_missing",
    });
  });

  test("before the order is placed is refused", async () => {
    const shop = new TestShop({ operations });
    shop.placeOrder = async () => ({ refused: { code: "out_of_stock", message: "Sold out." } });
    const { refund, sent } = await openRefundShop({}, shop);
    await expect(refund(500, "key-1")).rejects.toThrow("no placed order yet");
    expect(sent()).toEqual([]);
  });

  test("of a second payment names its attempt, and belongs to no order", async () => {
    const { shop, refund, payAgain, reports, sweepAfter, recorded } = await openRefundShop();
    const attemptId = await payAgain();
    expect(await shop.itemKinds()).toEqual(["paid-twice"]);
    expect(await refund(3998, "key-1", { attemptId })).toMatchObject({ attemptId, ofOrder: false });
    reports({ refund_status: "1", refund_amount: "39.98" });
    await sweepAfter(60);
    expect(await recorded()).toEqual([[3998, "R-1"]]);
    expect(shop.syncedRefunds).toEqual([]);
  });

  test("of a payment that an operator accepted without a transaction is refused", async () => {
    const shop = new TestShop({ operations });
    await shop.gateway.start(hostedSaleInput());
    await resolve(shop, "accept");
    const request = { reference: "order-1", amount: money(500, "USD"), reason: "Returned." };
    await expect(shop.gateway.refund({ ...request, idempotencyKey: "key-1" })).rejects.toThrow(
      "Refund it at the gateway, then record the refund",
    );
  });
});
