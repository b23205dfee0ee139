import { describe, expect, test } from "vitest";
import { money } from "../../src/index.ts";
import { SubscriptionShop } from "../fixtures/subscription-shop.ts";
import { operations, refundReply } from "./refund-shop.ts";

describe("a refund of a subscription", () => {
  test("gives back a later cycle, whose renewal is placed", async () => {
    const shop = await SubscriptionShop.begin({ operations });
    const { lastForm: sale, attemptId } = shop;
    await shop.cycleOf(sale, 1);
    await shop.cycleOf(sale, 2);
    shop.answer = (form) => refundReply(form);
    const request = { reference: "order-1", amount: money(500, "USD"), reason: "Returned.", cycle: 2 };
    expect(await shop.gateway.refund({ ...request, idempotencyKey: "key-1" })).toMatchObject({
      ...{ attemptId, cycle: 2, transactionId: "T2", state: "accepted", ofOrder: true },
    });
    shop.answer = (form) => refundReply(form, { refund_status: "1" });
    await shop.sweepAfter(60);
    const { attempts } = await shop.gateway.status({ reference: "order-1" });
    expect(attempts[0]?.subscription?.cycles[1]).toMatchObject({
      refunds: [{ reference: "R-1" }],
      gatewayRefunds: [{ state: "succeeded" }],
    });
    expect(shop.syncedRefunds).toEqual([["renewal-2", ["R-1"]]]);
    expect(shop.endedRefunds).toEqual(["succeeded key-1"]);
  });

  test("of a cycle that is not paid is refused", async () => {
    const shop = await SubscriptionShop.begin({ operations });
    await shop.cycle(1);
    const request = { reference: "order-1", amount: money(500, "USD"), reason: "Returned.", cycle: 3 };
    await expect(shop.gateway.refund({ ...request, idempotencyKey: "key-1" })).rejects.toThrow("is not paid");
  });
});
