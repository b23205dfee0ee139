import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openInProcessShop } from "./in-process-shop.ts";
import { postRefund, RefundShop, refundRequest, type StaffRequest, staffToken } from "./refund-shop.ts";
import { openShopProcess } from "./shop-process.ts";

let place: RefundShop;
beforeAll(async () => {
  place = await RefundShop.open();
});
afterAll(() => place.shop.close());

describe("the route of staff", () => {
  it.each([
    ["no token", ""],
    ["another token of the same length", `Bearer ${staffToken.replace("test", "tesT")}`],
    ["a longer token", `Bearer ${staffToken}1`],
    ["the token without its scheme", staffToken],
  ])("answers 401 with %s, for a valid and for an invalid request", async (_, authorization) => {
    const order = await place.payOrder();
    for (const [id, body] of [
      [order.id, JSON.stringify(refundRequest)],
      ["no-such-order", "{"],
    ] as const) {
      const { status, headers } = await postRefund(place.shop.shopUrl, id, {
        headers: { authorization },
        body,
      });
      expect({ status, scheme: headers.get("www-authenticate") }).toEqual({ status: 401, scheme: "Bearer" });
    }
    expect(await place.refundsAtGateway(order)).toEqual([]);
  });

  it.each<[string, number, StaffRequest]>([
    [
      "a form",
      415,
      { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "amount=5.00" },
    ],
    ["text", 415, { headers: { "content-type": "text/plain" } }],
    ["broken JSON", 400, { body: '{"amount":"5.00"' }],
    ["too much JSON", 413, { body: JSON.stringify({ ...refundRequest, reason: "x".repeat(5000) }) }],
    ["no object", 422, { body: "[]" }],
    ["no amount", 422, { body: JSON.stringify({ ...refundRequest, amount: undefined }) }],
    ["a number as amount", 422, { body: JSON.stringify({ ...refundRequest, amount: 5 }) }],
    ["no money", 422, { body: JSON.stringify({ ...refundRequest, amount: "0.00" }) }],
    ["a fraction of a cent", 422, { body: JSON.stringify({ ...refundRequest, amount: "5.001" }) }],
    ["no reason", 422, { body: JSON.stringify({ ...refundRequest, reason: "" }) }],
    ["no key", 422, { body: JSON.stringify({ ...refundRequest, idempotencyKey: undefined }) }],
  ])("refuses %s with %i and a message", async (_, expected, wrong) => {
    const order = await place.payOrder();
    const { status, body } = await postRefund(place.shop.shopUrl, order.id, wrong);
    expect({ status, message: body.message }).toEqual({ status: expected, message: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain("5.00");
    expect(await place.refundsAtGateway(order)).toEqual([]);
  });

  it("stores and prints neither its token nor a key nor a card", async () => {
    const kept = await place.shop.kept();
    // The planted control: what the shop does keep is found this way.
    expect(kept).toContain("ada@example.com");
    for (const secret of [staffToken, "sandbox-hosted-key", testCards.good])
      expect(kept).not.toContain(secret);
  });
});

describe("a shop", () => {
  it.each(["", undefined])("with the staff token %o has no route of staff", async (token) => {
    const without = await openShopProcess(token === undefined ? {} : { STAFF_TOKEN: token });
    try {
      const headers = { authorization: "Bearer " };
      const answer = await postRefund(without.shopUrl, "1", { headers });
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toContain("text/html");
    } finally {
      await without.close();
    }
  });

  it("returns an error if its gateway has no refunds", async () => {
    const without = await openInProcessShop({ staffToken });
    try {
      const body = new URLSearchParams({ lamp: "1" });
      const created = await fetch(`${without.shopUrl}/orders`, { method: "POST", body, redirect: "manual" });
      const order = created.headers.get("location")?.replace("/checkout/", "") ?? "";
      expect(await postRefund(without.shopUrl, order)).toMatchObject({
        status: 409,
        body: { code: "operation_disabled" },
      });
    } finally {
      await without.close();
    }
  });
});
