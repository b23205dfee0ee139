import { describe, expect, test, vi } from "vitest";
import { money } from "../../src/index.ts";
import { TestShop } from "../fixtures/test-shop.ts";
import { openRefundShop, operations, refundReply, refundShopWithWebhook } from "./refund-shop.ts";

describe("a refund without a clear answer (RFD-ONCE)", () => {
  test.each([
    ["an empty body", () => new Response("")],
    ["HTTP 500", () => new Response("busy", { status: 500 })],
    ["another transaction", (form: URLSearchParams) => refundReply(form, { transaction_id: "T9" })],
  ])(
    "is unknown, reserves its amount, is never sent again, and opens an item after hours: %s",
    async (_, answer) => {
      const { shop, refund, answersRefund, answersQuery, sent, states, sweepAfter } = await openRefundShop();
      answersRefund(answer);
      answersQuery(() => Response.json({ status: "error", msg: "no such refund" }));
      expect(await refund(1500, "key-1")).toMatchObject({ state: "unknown" });
      await sweepAfter(10, 30, 120, 600, 3600);
      expect(await shop.itemKinds()).toEqual([]);
      await sweepAfter(7200);
      expect([await states(), await shop.itemKinds()]).toEqual([["unknown"], ["refund-not-confirmed"]]);
      await expect(refund(500, "key-2")).rejects.toThrow("must be at most 4.99 USD");
      expect(sent()).toHaveLength(1);
    },
  );

  test.each([
    ["HTTP 403", () => new Response("", { status: 403 })],
    ["a rejected request", () => Response.json({ status: "error", msg: "Signature verification failed" })],
    ["no connection", () => Promise.reject(connectionFailure())],
  ])("has failed if the gateway did not get it: %s", async (_, answer) => {
    const { refund, answersRefund, states } = await openRefundShop();
    answersRefund(answer);
    expect(await refund(1500, "key-1")).toMatchObject({ state: "failed", text: expect.any(String) });
    answersRefund(refundReply);
    await refund(1999, "key-2");
    expect(await states()).toEqual(["failed", "accepted"]);
  });
});

test("the gateway's answer to a slow process counts, also after another process took over", async () => {
  const { refund, states, sweepAfter, answersRefund, answersQuery } = await openRefundShop();
  let reply: (response: Response) => void = () => undefined;
  let form = new URLSearchParams();
  answersRefund((received) => {
    form = received;
    return new Promise<Response>((resolve) => {
      reply = resolve;
    });
  });
  answersQuery(() => new Response(""));
  const running = refund(500, "key-1");
  await vi.waitFor(async () => expect(await states()).toEqual(["submitted"]));
  await sweepAfter(31);
  expect(await states()).toEqual(["unknown"]);
  reply(refundReply(form));
  expect(await running).toMatchObject({ state: "accepted", refundId: "R-1" });
});

function connectionFailure(): Error {
  const cause = { code: "ECONNREFUSED", syscall: "connect" };
  return Object.assign(new TypeError("fetch failed"), { cause });
}

test("a refund whose report belongs to another refund opens a review item", async () => {
  const { shop, refund, report, answersRefund, states, resolve } = await refundShopWithWebhook();
  answersRefund(() => new Response(""));
  await refund(500, "key-1");
  // The report comes before the reply that names its refund, so the older refund seems to have been made.
  answersRefund(async (form) => {
    await report({ refund_orderid: "R-2" });
    return refundReply(form, { refund_orderid: "R-2" });
  });
  await refund(500, "key-2");
  expect(await states()).toEqual(["unknown", "succeeded"]);
  expect(await shop.itemKinds()).toEqual(["refund-not-confirmed"]);
  await resolve("dismiss");
  expect(await states()).toEqual(["failed", "succeeded"]);
});

test("its review item opens again if the report had resolved it", async () => {
  const { shop, refund, report, answersRefund, answersQuery, sweepAfter } = await refundShopWithWebhook();
  answersRefund(() => new Response(""));
  answersQuery(() => new Response(""));
  await refund(500, "key-1");
  await sweepAfter(10, 30, 120, 600, 3600, 7200);
  expect(await shop.itemKinds()).toEqual(["refund-not-confirmed"]);
  answersRefund(async (form) => {
    await report({ refund_orderid: "R-2" });
    expect(await shop.itemKinds()).toEqual([]);
    return refundReply(form, { refund_orderid: "R-2" });
  });
  await refund(500, "key-2");
  const { reviewItems } = await shop.gateway.status({ reference: "order-1" });
  expect(reviewItems).toMatchObject([
    { kind: "refund-not-confirmed", dedupeKey: "key-1", problem: { code: "refund_report_moved" } },
  ]);
  const opened = shop.events.filter(({ event }) => event === "review-item-opened");
  expect(opened).toMatchObject([{ code: "refund_unknown" }, { code: "refund_report_moved" }]);
});

test("a repeated refund call returns the state, also if the merchant left the options", async () => {
  const { shop, refund } = await openRefundShop();
  await refund(500, "key-1");
  const merchants = [{ id: "10009", key: "sandbox-hosted-key" }];
  const other = new TestShop({ operations, merchants }, shop.store);
  const request = { reference: "order-1", amount: money(500, "USD"), reason: "Returned." };
  expect(await other.gateway.refund({ ...request, idempotencyKey: "key-1" })).toMatchObject({
    state: "accepted",
  });
});

test("staff cannot resolve a refund with the gateway's ID of another refund", async () => {
  const { refund, answersRefund, answersQuery, sweepAfter, resolve, states } = await openRefundShop();
  answersQuery((form) => refundReply(form, { refund_status: "1" }));
  await refund(500, "key-1");
  await sweepAfter(10);
  answersRefund(() => new Response(""));
  await refund(500, "key-2");
  await sweepAfter(10, 30, 120, 600, 3600, 7200);
  expect(await states()).toEqual(["succeeded", "unknown"]);
  await expect(resolve("record-refund", { minor: 500, reference: "R-1" })).rejects.toThrow(
    "belongs to another refund",
  );
  expect(await states()).toEqual(["succeeded", "unknown"]);
});
