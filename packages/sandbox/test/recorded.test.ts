import { expect, it } from "vitest";
import { callSigned, signReply } from "./fixtures/operation.ts";
import { failedCard, plan } from "./fixtures/sale.ts";
import { setUpSandbox } from "./fixtures/set-up-sandbox.ts";

const yen = { pay_amount: "3980", pay_currency: "JPY" };

/** The sign of all fields except `sign`, `attach` and `msg`. */
function signOf({ sign, attach, msg, ...signed }: Record<string, string>, key = "sandbox-card-key"): string {
  return signReply(signed, key);
}

it("notifies a payment as recorded: no currency, two decimals also for yen, an empty attach", async () => {
  const { sell, control, notifications } = await setUpSandbox({ quirks: "recorded" });
  await sell("R", yen);
  await control.nextDelivery("R");
  const [paid = {}] = notifications();
  expect(paid).toEqual({
    memberid: "10001",
    orderid: "R",
    amount: "3980.00",
    true_amount: "3980.00",
    transaction_id: expect.stringMatching(/^\d{12}$/),
    returncode: "00",
    datetime: expect.stringMatching(/^\d{14}$/),
    sign: signOf(paid),
    attach: "",
  });
});

it("notifies a failure as recorded: msg comes last and is not signed, and true_amount is the amount", async () => {
  const { sell, control, shop, notifications } = await setUpSandbox({ quirks: "recorded" });
  await sell("R", { ...yen, pay_cardno: failedCard });
  await control.nextDelivery("R");
  const [failed = {}] = notifications();
  expect(failed).toMatchObject({
    returncode: "2",
    amount: "3980.00",
    true_amount: "3980.00",
    msg: "No Card record",
    sign: signOf(failed),
  });
  expect([...(shop.received[0]?.fields.keys() ?? [])].slice(-3)).toEqual(["sign", "attach", "msg"]);
  expect(failed).not.toHaveProperty("currency");
});

it.each([
  ["ko-KR,ko;q=0.9", "중복 주문! 주문을 다시 제출해 주세요."],
  ["zh", "重复订单！请重新提交订单。"],
  ["zh-Hans-HK", "重复订单！请重新提交订单。"],
  ["zh-Hant-HK", "重複訂單！請重新提交訂單。"],
  ["ZH_tw", "重複訂單！請重新提交訂單。"],
  ["fr", "Duplicate order id exists"],
  ["constructor", "Duplicate order id exists"],
])("refuses a duplicate order in the language %s", async (language, msg) => {
  const { sell, control } = await setUpSandbox({ quirks: "recorded" });
  const sale = { pay_language: language };
  expect((await sell("R", sale, "hosted")).status).toBe(1);
  expect(await sell("R", sale, "hosted")).toEqual({ status: "error", msg });
  await control.setFaults({ of: "next" }, [{ kind: "duplicate_rejection" }]);
  expect(await sell("S", sale, "hosted")).toEqual({ status: "error", msg });
  expect((await control.orderDetails("S")).state).toBe("pending");
});

/** A sandbox with a webhook for the merchant of card sales, and a paid order `R` that the shop was notified about. */
async function setUpPaidOrder() {
  const setup = await setUpSandbox({ quirks: "recorded" });
  const { sandbox, control, sell, shop } = setup;
  await control.setDisputeWebhook("10001", shop.notifyUrl.replace("/notify", "/disputes"));
  await sell("R", yen);
  await control.nextDelivery("R");
  const tradeState = async () => (await callSigned(sandbox.url, "query", { pay_orderid: "R" })).trade_state;
  return { ...setup, tradeState };
}

it("repeats the success of the cycle that the gateway's staff refund", async () => {
  const { control, sell, notifications } = await setUpSandbox({ quirks: "recorded" });
  await sell("R", { subscription_plan: JSON.stringify(plan) }, "subscription");
  await control.nextDelivery("R");
  await control.advance({ days: 31 });
  const [first = {}] = notifications();
  await control.refund("R", { transactionId: first.transaction_id ?? "" });
  await control.advance({ seconds: 5 });
  const repeat = notifications().at(-1) ?? {};
  expect(notifications()).toHaveLength(3);
  expect(repeat).toEqual({ ...first, datetime: repeat.datetime, sign: repeat.sign });
});

it("reports nothing if a refund by the gateway's staff fails", async () => {
  const { control, notifications, tradeState } = await setUpPaidOrder();
  await control.setFaults({ of: "all" }, [{ kind: "fail_refund" }]);
  await control.refund("R", {});
  await control.advance({ seconds: 5 });
  expect((await control.orderDetails("R")).refunds).toMatchObject([{ state: "failed" }]);
  expect(notifications()).toHaveLength(1);
  expect(await tradeState()).toBe("SUCCESS");
});

it("reports a refund that the shop requested by the dispute webhook", async () => {
  const { sandbox, control, shop } = await setUpPaidOrder();
  const { transactionId } = await control.orderDetails("R");
  const form = { transaction_id: transactionId, currency: "JPY", pay_amount: "3980", refund_amount: "3980" };
  await callSigned(sandbox.url, "refund", { pay_orderid: "R", refund_reason: "returned", ...form });
  await control.advance({ seconds: 5 });
  await control.nextDelivery("R");
  expect(shop.received.map(({ request }) => request.url)).toEqual(["/notify/R", "/disputes"]);
});
