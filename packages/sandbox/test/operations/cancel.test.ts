import { expect, it } from "vitest";
import { callSigned, postCall, signCall, signFields } from "../fixtures/operation.ts";
import { insufficientFundsCard } from "../fixtures/sale.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

const order = { pay_memberid: "10004", pay_orderid: "C" };

it("closes a subscription: no further cycle is charged, and the shop is notified with enabled 0 (CAN-REPLY, NOT-ENABLED)", async () => {
  const { sandbox, sell, control, notifications } = await setUpSandbox();
  await sell("C", {}, "subscription");
  await control.nextDelivery("C");
  await control.advance({ days: 31 });
  await control.nextDelivery("C");
  const before = (await control.orderDetails("C")).timeline;
  const paidAt = before
    .filter(({ type }) => type === "decided")
    .map(({ at }) => Math.floor(Date.parse(at) / 1000));
  expect(await callSigned(sandbox.url, "subscribeCancel", order)).toEqual({
    memberid: "10004",
    orderid: "C",
    status: "success",
    msg: "Unsubscribe successfully",
    subscribe_time: paidAt[0],
    last_payment_time: paidAt[1],
    payment_transaction_id: notifications()[0]?.payment_transaction_id,
    payment_period_count: 2,
  });
  await control.nextDelivery("C");
  expect(notifications().at(-1)).toMatchObject({ enabled: "0", payment_period_count: "2" });
  await control.advance({ days: 365 });
  expect(notifications()).toHaveLength(3);
  const { canClose, timeline } = await control.orderDetails("C");
  expect(canClose).toBe(false);
  expect(timeline.filter(({ type }) => type === "subscription_closed")).toMatchObject([{ by: "shop" }]);
});

it("refuses with a signed reply to cancel an order without a subscription, or one that has ended (CAN-REPLY)", async () => {
  const { sandbox, sell } = await setUpSandbox();
  await sell("C");
  expect(await callSigned(sandbox.url, "subscribeCancel", { pay_orderid: "C" })).toMatchObject({
    status: "error",
    msg: "the order is no subscription",
    payment_transaction_id: null,
  });
  await sell("C", { pay_cardno: insufficientFundsCard }, "subscription");
  expect(await callSigned(sandbox.url, "subscribeCancel", order)).toMatchObject({
    status: "error",
    msg: "the subscription does not run",
    subscribe_time: null,
  });
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
    const msg = "pay_md5sign: signature verification failed (OPS-SIGN)";
    expect(await postCall(sandbox.url, "subscribeCancel", form)).toEqual({ status: "error", msg, data: [] });
    await control.setQuirks("lenient");
    expect(await postCall(sandbox.url, "query", form)).toMatchObject({ status: "error", msg });
    const other = signFields(names, { ...order, pay_bankcode: "902" });
    expect(await postCall(sandbox.url, "subscribeCancel", other)).toMatchObject({ status: "error", msg });
    expect(await postCall(sandbox.url, "subscribeCancel", form)).toMatchObject({ status: "success" });
    const documented = signCall("subscribeCancel", order);
    expect(await postCall(sandbox.url, "subscribeCancel", documented)).toMatchObject({ status: "success" });
  },
);
