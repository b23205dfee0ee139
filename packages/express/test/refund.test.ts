import { afterEach, expect, test, vi } from "vitest";
import { money } from "../src/index.ts";
import { signFields } from "./signed-notification.ts";
import { closeShops, TestShop } from "./test-shop.ts";

afterEach(async () => {
  vi.useRealTimers();
  await closeShops();
});

test("onRefundFailed gets the gateway's refusal, and is called again after it threw", async () => {
  const texts: unknown[] = [];
  const shop = await TestShop.open({
    options: {
      operations: { refund: {}, refundQuery: {} },
      onRefundFailed: ({ refund }) => {
        texts.push(refund.text);
        if (texts.length === 1) throw new Error("The database is away.");
      },
    },
  });
  await shop.start();
  await shop.notify();
  shop.gateway.answer = (form, response) => {
    const fields = {
      memberid: form.get("pay_memberid") ?? "",
      orderid: form.get("pay_orderid") ?? "",
      transaction_id: form.get("transaction_id") ?? "",
      ...{ currency: "USD", refund_orderid: "R-1", refund_amount: "5.00" },
      ...{ returncode: "11", refund_message: "V0011:ERROR" },
    };
    response.end(JSON.stringify(signFields(fields)));
  };
  const amount = money(500, "USD");
  const request = { reference: "order-1", amount, reason: "Returned.", idempotencyKey: "7" };
  expect(await shop.pay.refund(request)).toMatchObject({ state: "failed", text: "V0011:ERROR" });
  for (const seconds of [11, 31]) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
    await shop.pay.sweep();
  }
  expect(texts).toEqual(["V0011:ERROR", "V0011:ERROR"]);
});
