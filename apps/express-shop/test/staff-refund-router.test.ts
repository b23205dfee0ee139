import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openInProcessShop } from "./in-process-shop.ts";
import {
  type PaidOrder,
  postRefund,
  RefundShop,
  refundRequest,
  type StaffRequest,
  staffToken,
} from "./refund-shop.ts";
import { openShopProcess } from "./shop-process.ts";

let place: RefundShop;
let order: PaidOrder;
beforeAll(async () => {
  place = await RefundShop.open();
  order = await place.payOrder();
});
afterAll(() => place.shop.close());

const refundWith = (changes: object): StaffRequest => ({
  body: JSON.stringify({ ...refundRequest, ...changes }),
});

describe("the route of staff", () => {
  it.each([
    ["no token", ""],
    ["another token of the same length", `Bearer ${staffToken.replace("test", "tesT")}`],
    ["a longer token", `Bearer ${staffToken}1`],
    ["the token without its scheme", staffToken],
  ])("answers 401 with %s, for a valid and for an invalid request", async (_, authorization) => {
    for (const [id, body] of [
      [order.id, JSON.stringify(refundRequest)],
      ["no-such-order", "{"],
    ] as const) {
      const answer = await postRefund(place.shop.shopUrl, id, { headers: { authorization }, body });
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    }
    expect(await place.refundsAtGateway(order)).toEqual([]);
  });

  it.each<[string, number, wrong: StaffRequest]>([
    [
      "a form",
      415,
      { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "amount=5.00" },
    ],
    ["text", 415, { headers: { "content-type": "text/plain" } }],
    ["broken JSON", 400, { body: '{"amount":"5.00"' }],
    ["no object", 422, { body: "[]" }],
    ["too much JSON", 413, refundWith({ reason: "x".repeat(5000) })],
    ["no amount", 422, refundWith({ amount: undefined })],
    ["a number as amount", 422, refundWith({ amount: 5 })],
    ["no money", 422, refundWith({ amount: "0.00" })],
    ["a fraction of a cent", 422, refundWith({ amount: "5.001" })],
    ["no reason", 422, refundWith({ reason: "" })],
    ["no key", 422, refundWith({ idempotencyKey: undefined })],
  ])("refuses %s with %i and a message", async (_, expected, wrong) => {
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
      const id = created.headers.get("location")?.replace("/checkout/", "") ?? "";
      const answer = await postRefund(without.shopUrl, id);
      expect(answer).toMatchObject({ status: 409, body: { code: "operation_disabled" } });
    } finally {
      await without.close();
    }
  });
});
