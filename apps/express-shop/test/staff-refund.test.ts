import { FormBrowser } from "@pay-index-apps/demo/buyer/form-browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCheckoutOfNewOrder } from "../src/buyer/purchase.ts";
import { orderIdOf, RefundShop, readRefundedText } from "./refund-shop.ts";

let place: RefundShop;
beforeAll(async () => {
  place = await RefundShop.open();
});
afterAll(() => place.shop.close());

describe("a refund by staff", () => {
  it("gives back a part, is in the shop's own table when the gateway has made it, and is on the page of the order", async () => {
    const order = await place.payOrder();
    const { status, body } = await place.refund(order.id);
    expect({ status, body }).toEqual({
      status: 200,
      body: { state: "accepted", refundId: expect.stringMatching(/^\d{12}$/) },
    });
    expect(await readRefundedText(order.page)).toBeUndefined();
    await place.waitUntilRecorded(order, 500);
    expect(await place.refundsAtGateway(order)).toEqual(["5.00"]);
    expect(await readRefundedText(order.page)).toBe("$5.00");
    expect(await place.refund(order.id, { amount: "0.25", idempotencyKey: "return-8" })).toMatchObject({
      body: { state: "accepted" },
    });
    await place.waitUntilRecorded(order, 525);
    expect(await readRefundedText(order.page)).toBe("$5.25");
  });

  it("of an order that is not paid, or does not exist, is refused", async () => {
    const unpaid = orderIdOf(await openCheckoutOfNewOrder(new FormBrowser(), place.shop.shopUrl));
    expect(await place.refund(unpaid)).toMatchObject({ status: 422, body: { code: "refund_invalid" } });
    expect(await place.refund("no-such-order")).toMatchObject({ status: 404 });
  });
});
