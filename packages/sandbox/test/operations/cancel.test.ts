import { expect, it } from "vitest";
import { callSigned, postCall, signCall, signFields } from "../fixtures/operation.ts";
import { insufficientFundsCard } from "../fixtures/sale.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

const order = { pay_memberid: "10004", pay_orderid: "C" };

it("closes a subscription, and the shop is notified with enabled 0 (CAN-REPLY, NOT-ENABLED)", async () => {
  const { sandbox, sell, control, notifications } = await setUpSandbox();
  await sell("C", {}, "subscription");
  await control.nextDelivery("C");
  await control.advance({ days: 31 });
  const { timeline } = await control.orderDetails("C");
  const decided = timeline.filter(({ type }) => type === "decided");
  const [subscribed, paidLast] = decided.map(({ at }) => Math.floor(Date.parse(at) / 1000));
  expect(await callSigned(sandbox.url, "subscribeCancel", order)).toEqual({
    memberid: "10004",
    orderid: "C",
    status: "success",
    msg: "Unsubscribe successfully",
    subscribe_time: subscribed,
    last_payment_time: paidLast,
    payment_transaction_id: notifications()[0]?.payment_transaction_id,
    payment_period_count: 2,
  });
  await control.advance({ days: 365 });
  expect(notifications()).toHaveLength(3);
  expect(notifications().at(-1)).toMatchObject({ enabled: "0", payment_period_count: "2" });
  const ended = (await control.orderDetails("C")).timeline.filter(
    ({ type }) => type === "subscription_closed",
  );
  expect(ended).toMatchObject([{ by: "shop" }]);
});

it("refuses with a signed reply to cancel an order without a subscription, or one that has ended (CAN-REPLY)", async () => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("C");
  const none = { status: "error", msg: "the order is no subscription", payment_transaction_id: null };
  expect(await callSigned(sandbox.url, "subscribeCancel", { pay_orderid: "C" })).toMatchObject(none);
  await sell("C", { pay_cardno: insufficientFundsCard }, "subscription");
  const ended = { status: "error", msg: "the subscription does not run", subscribe_time: null };
  expect(await callSigned(sandbox.url, "subscribeCancel", order)).toMatchObject(ended);
});

it.each([
  ["sent", { pay_bankcode: "901" }],
  ["not sent, as by a public SDK", {}],
])(
  "accepts a cancellation that also signs a pay_bankcode of 901 with the profile lenient only: %s (CAN-FORM)",
  async (_how, sent) => {
    const { sandbox, sell, control } = await setUpSandbox();
    await sell("C", {}, "subscription");
    const names = ["pay_bankcode", "pay_memberid", "pay_orderid"];
    const { pay_md5sign } = signFields(names, { ...order, pay_bankcode: "901" });
    const form = { ...order, ...sent, pay_md5sign: pay_md5sign ?? "" };
    const other = signFields(names, { ...order, pay_bankcode: "902" });
    const cancel = (call: Record<string, string>) => postCall(sandbox.url, "subscribeCancel", call);
    const refused = { status: "error", msg: "pay_md5sign: signature verification failed (OPS-SIGN)" };
    expect(await cancel(form)).toEqual({ ...refused, data: [] });
    await control.setQuirks("lenient");
    expect(await postCall(sandbox.url, "query", form)).toMatchObject(refused);
    expect(await cancel(other)).toMatchObject(refused);
    for (const accepted of [form, signCall("subscribeCancel", order)])
      expect(await cancel(accepted)).toMatchObject({ status: "success" });
  },
);
