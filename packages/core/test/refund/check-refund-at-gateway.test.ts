import { describe, expect, test } from "vitest";
import type { Options } from "../../src/index.ts";
import { openItem, retry } from "../fixtures/staff.ts";
import { signFields, TestShop } from "../fixtures/test-shop.ts";
import { disputeFields, postDispute } from "../inbox/dispute-shop.ts";
import { queryReply } from "../query/query-shop.ts";
import { openRefundShop, operations, refundReply } from "./refund-shop.ts";

describe("an accepted refund", () => {
  test("succeeds when the gateway reports it, and is reported to the shop and its order once", async () => {
    const { shop, refund, reports, sweepAfter, states, recorded, queries } = await openRefundShop();
    await refund(500, "key-1");
    expect(shop.syncedRefunds).toEqual([]);
    // A reply can lack the currency.
    reports({ refund_status: "1", refund_amount: "5.00", currency: "" });
    await sweepAfter(60);
    await sweepAfter(86_400);
    expect(await states()).toEqual(["succeeded"]);
    expect(await recorded()).toEqual([[500, "R-1"]]);
    expect(shop.syncedRefunds).toEqual([["shop-order-1", ["R-1"]]]);
    expect(shop.endedRefunds).toEqual(["succeeded key-1"]);
    expect(queries().map((form) => [...form.keys()])).toEqual([
      ["pay_memberid", "pay_orderid", "transaction_id", "refund_orderid", "pay_md5sign"],
    ]);
    expect(shop.urls.filter((url) => url.endsWith("/pay/trade/refundQuery"))).toHaveLength(1);
  });

  test("causes queries with growing pauses, then a review item that staff can retry", async () => {
    const { shop, refund, sweepAfter, queries, reports, states } = await openRefundShop();
    await refund(500, "key-1");
    const pauses = [10, 60, 300, 1800, 7200, 21_600, 86_400, 86_400, 86_400];
    for (const [index, seconds] of pauses.entries()) {
      await sweepAfter(seconds - 1);
      expect(queries()).toHaveLength(index);
      await sweepAfter(1);
      expect(queries()).toHaveLength(index + 1);
    }
    const problem = { code: "refund_not_completed" };
    expect(await openItem(shop)).toMatchObject({ kind: "refund-not-confirmed", problem });
    reports({ refund_status: "1" });
    shop.pass(1);
    await retry(shop);
    expect(await states()).toEqual(["succeeded"]);
    expect(await shop.itemKinds()).toEqual([]);
  });

  test.each([
    ["another refund", { refund_orderid: "R-2" }],
    ["another transaction", { transaction_id: "T2" }],
    ["another currency", { currency: "EUR" }],
    ["an amount that is none", { refund_amount: "five" }],
    ["an unknown state", { refund_status: "9" }],
  ])("is not confirmed by a reply about %s (RFQ-FACT)", async (_, fields) => {
    const { refund, reports, sweepAfter, states } = await openRefundShop();
    await refund(500, "key-1");
    reports({ refund_status: "1", ...fields });
    await sweepAfter(60);
    expect(await states()).toEqual(["accepted"]);
  });
});

describe("a refund without a known outcome", () => {
  const lost = () => new Response("");

  test("that a query finds requested is accepted", async () => {
    const { refund, answersRefund, reports, sweepAfter, states, refunds, sent } = await openRefundShop();
    answersRefund(lost);
    await refund(500, "key-1");
    reports({ refund_status: "2" });
    await sweepAfter(10);
    expect(await states()).toEqual(["accepted"]);
    expect((await refunds())[0]?.refundId).toBe("R-1");
    expect(sent()).toHaveLength(1);
  });

  test("is not found in the reply about an earlier refund of the same amount", async () => {
    const { refund, answersRefund, reports, sweepAfter, states } = await openRefundShop();
    await refund(500, "key-1");
    await sweepAfter(10);
    answersRefund(lost);
    await refund(500, "key-2");
    reports({ refund_status: "2" });
    await sweepAfter(10);
    expect(await states()).toEqual(["accepted", "unknown"]);
  });

  /** A refund whose outcome nobody can tell, with its review item. */
  async function lostRefund(minor: number) {
    const opened = await openRefundShop();
    opened.answersRefund(lost);
    opened.answersQuery(lost);
    await opened.refund(minor, "key-1");
    await opened.sweepAfter(10, 30, 120, 600, 3600, 7200);
    return opened;
  }

  test("that staff found in the back office is recorded once", async () => {
    const { shop, states, recorded, resolve } = await lostRefund(500);
    await expect(resolve("record-refund", { minor: 400, reference: "R-1" })).rejects.toThrow(
      "must be the amount of this refund: 5.00 USD",
    );
    await expect(resolve("record-refund")).rejects.toThrow("is required");
    await resolve("record-refund", { minor: 500, reference: "R-1" });
    expect(await states()).toEqual(["succeeded"]);
    expect(await recorded()).toEqual([[500, "R-1"]]);
    expect(await shop.itemKinds()).toEqual([]);
    expect(shop.endedRefunds).toEqual(["succeeded key-1"]);
    expect(shop.syncedRefunds).toEqual([["shop-order-1", ["R-1"]]]);
  });

  test("that staff did not find is dismissed, and its amount can be refunded again", async () => {
    const { shop, refund, answersRefund, states, resolve } = await lostRefund(1999);
    await resolve("dismiss");
    expect([await states(), await shop.itemKinds()]).toEqual([["failed"], []]);
    answersRefund(refundReply);
    expect(await refund(1999, "key-2")).toMatchObject({ state: "accepted" });
  });
});

test("a process without the option gives the check up, and a process with the option continues", async () => {
  const { shop, refund, reports, states } = await openRefundShop();
  await refund(500, "key-1");
  const without = new TestShop({}, shop.store);
  await without.sweepAfter(60);
  const problem = { code: "operation_disabled" };
  expect(await openItem(shop)).toMatchObject({ kind: "refund-not-confirmed", problem });
  reports({ refund_status: "1" });
  shop.pass(120);
  await retry(shop);
  expect(await states()).toEqual(["succeeded"]);
});

describe("a refund that staff made in the back office", () => {
  /** The gateway answers that the order was refunded, and refund queries with `more`. */
  async function refundedShop(more: Record<string, string>, operations: Options["operations"]) {
    const opened = await openRefundShop({ operations });
    opened.answersQuery((form) =>
      form.has("transaction_id")
        ? refundReply(form, more)
        : queryReply(form, { trade_state: "REFUND", transaction_id: "T1" }),
    );
    const ask = () => opened.shop.gateway.query({ attemptId: opened.attemptId });
    return { ...opened, ask };
  }
  const made = { refund_status: "1", refund_amount: "19.99", refund_orderid: "B-1" };

  test("is recorded as the rest of the charge if nobody can query its amount, and details come later (QRY-REFUND)", async () => {
    const { shop, attemptId, ask, recorded, refund } = await refundedShop(
      { ...made, currency: "EUR" },
      {
        query: {},
        ...operations,
        disputeWebhook: {},
      },
    );
    await ask();
    expect(await recorded()).toEqual([[1999, "T1"]]);
    expect(shop.syncedRefunds).toEqual([["shop-order-1", ["T1"]]]);
    expect(shop.endedRefunds).toEqual(["succeeded T1"]);
    await expect(refund(100, "key-1")).rejects.toMatchObject({ code: "refund_invalid" });
    shop.pass(60);
    await ask();
    const details = { alert_type: "Refund", refund_orderid: "B-1", refund_amount: "19.99" };
    await postDispute(
      shop,
      signFields({ ...disputeFields(shop), orderid: attemptId, transaction_id: "T1", ...details }),
    );
    expect(await recorded()).toEqual([[1999, "T1"]]);
    expect(await shop.itemKinds()).toEqual([]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    ["no details", { currency: "EUR" }, ["accepted 500", "succeeded 1499"]],
    ["the details of a part only", { refund_status: "1", refund_amount: "5.00" }, ["succeeded 500"]],
  ])("leaves nothing to refund after a refund of a part, with %s (QRY-REFUND)", async (_, more, known) => {
    const { shop, ask, refund, refunds, sent } = await refundedShop(more, { ...operations, query: {} });
    await refund(500, "key-1");
    await ask();
    expect((await refunds()).map(({ state, amount }) => `${state} ${amount.minor}`)).toEqual(known);
    for (const minor of [1, 500, 1499])
      await expect(refund(minor, `again-${minor}`)).rejects.toMatchObject({
        code: "refund_invalid",
        problems: [{ message: expect.stringContaining("has nothing left to refund") }],
      });
    expect(sent()).toHaveLength(1);
    const { attempts } = await shop.gateway.status({ reference: "order-1" });
    expect(attempts.map(({ refundable }) => refundable)).toEqual([undefined, undefined]);
  });
});
