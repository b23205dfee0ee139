import { afterEach, describe, expect, test, vi } from "vitest";
import { type ExpressOptions, money } from "../src/index.ts";
import type { MemoryTx } from "./memory-express-store.ts";
import { signFields } from "./signed-notification.ts";
import { closeShops, TestShop } from "./test-shop.ts";

afterEach(async () => {
  vi.useRealTimers();
  await closeShops();
});

/** Sweeps as if this many seconds had passed. */
async function sweepAfter(shop: TestShop, seconds: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
  await shop.pay.sweep();
}

const request = { reference: "order-1", amount: money(500, "USD"), reason: "Returned.", idempotencyKey: "7" };

/** A shop with a paid order, and what its functions heard of refunds. The gateway answers refunds and refund queries with `reply`. */
async function openRefundShop(more: Partial<ExpressOptions<MemoryTx>> = {}) {
  const heard: string[] = [];
  const shop = await TestShop.open({
    options: {
      operations: { refund: {}, refundQuery: {} },
      onRefunded: ({ refund, payment, tx }) =>
        tx.write(() => heard.push(`refunded ${payment.reference} ${refund.refundId}`)),
      onRefundFailed: ({ refund, tx }) => tx.write(() => heard.push(`failed ${refund.text}`)),
      ...more,
    },
  });
  await shop.start();
  await shop.notify();
  const answers = (reply: Record<string, string>) => {
    shop.gateway.answer = (form, response) => {
      const fields = {
        memberid: form.get("pay_memberid") ?? "",
        orderid: form.get("pay_orderid") ?? "",
        transaction_id: form.get("transaction_id") ?? "",
        ...{ currency: "USD", refund_orderid: "R-1", refund_amount: "5.00", returncode: "00", ...reply },
      };
      response.end(JSON.stringify(signFields(fields)));
    };
  };
  answers({});
  return { shop, heard, answers };
}

describe("pay.refund", () => {
  test("calls onRefundFailed with the gateway's refusal", async () => {
    const { shop, heard, answers } = await openRefundShop();
    answers({ returncode: "11", refund_message: "V0011:ERROR" });
    expect(await shop.pay.refund(request)).toMatchObject({ state: "failed", text: "V0011:ERROR" });
    expect(heard).toEqual(["failed V0011:ERROR"]);
  });

  test("repeats a function of the shop that threw, after its transaction rolled back", async () => {
    let calls = 0;
    const { shop, answers } = await openRefundShop({
      onRefundFailed: () => {
        calls++;
        if (calls === 1) throw new Error("The database is away.");
      },
    });
    answers({ returncode: "11" });
    await shop.pay.refund(request);
    await sweepAfter(shop, 11);
    await sweepAfter(shop, 31);
    expect(calls).toBe(2);
  });
});
