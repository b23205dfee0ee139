import { testCards } from "@pay-index-apps/demo/buyer/payment-choice";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askStaffPages, RefundShop, readRefundedText, staffPassword } from "./refund-shop.ts";
import { openShopProcess } from "./shop-process.ts";

let place: RefundShop;
beforeAll(async () => {
  place = await RefundShop.open();
});
afterAll(() => place.shop.close());

describe("the pages of staff", () => {
  it("refund a part, which is in the shop's own table when the gateway has made it, and on the page of the order", async () => {
    const order = await place.payOrder();
    const { status, body } = await place.refund(order.attemptId);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { refund: { state: "accepted", reference: expect.stringMatching(/^\d{12}$/) } },
    });
    expect(await readRefundedText(order.page)).toBeUndefined();
    await place.waitUntilRecorded(order, 500);
    expect(await place.refundsAtGateway(order)).toEqual(["5.00"]);
    expect(await readRefundedText(order.page)).toBe("$5.00");
    await place.refund(order.attemptId, { amount: "0.25", requestId: "return-8" });
    await place.waitUntilRecorded(order, 525);
    expect(await readRefundedText(order.page)).toBe("$5.25");
  });

  it("display what the shop knows of the order, and keep no secret", async () => {
    const { id } = await place.payOrder();
    const { body } = await askStaffPages(place.shop.shopUrl, `api/payments/${id}`);
    expect(body).toMatchObject({
      payment: {
        order: { id, buyer: { email: "ada@example.com" }, total: { amount: "42.50", currency: "USD" } },
      },
    });
    const kept = await place.shop.kept();
    // The planted control: what the shop does keep is found this way.
    expect(kept).toContain("ada@example.com");
    for (const secret of [staffPassword, "sandbox-hosted-key", testCards.good])
      expect(kept).not.toContain(secret);
  });

  it("ask for the password", async () => {
    for (const password of ["", `${staffPassword}1`, staffPassword.replace("test", "tesT")]) {
      const answers = [
        await askStaffPages(place.shop.shopUrl, "", { password }),
        await askStaffPages(place.shop.shopUrl, "api/attempts/refund", { password, body: {} }),
      ];
      for (const { status, headers } of answers)
        expect([status, headers.get("www-authenticate")]).toEqual([401, expect.stringContaining("Basic")]);
    }
  });

  it.each(["", undefined])("do not exist with the password %o", async (password) => {
    const without = await openShopProcess(password === undefined ? {} : { STAFF_PASSWORD: password });
    try {
      expect((await askStaffPages(without.shopUrl, "api/session", { password: "" })).status).toBe(404);
    } finally {
      await without.close();
    }
  });
});
