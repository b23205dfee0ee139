import { expect, it } from "vitest";
import { open, submit } from "../fixtures/buyer.ts";
import { type ReplyHandler, replyOk } from "../fixtures/notified-shop.ts";
import { callSigned, signReply } from "../fixtures/operation.ts";
import { failedCard } from "../fixtures/sale.ts";
import { setUpSandbox } from "../fixtures/set-up-sandbox.ts";

const key = "sandbox-card-key";

/** A sandbox with a webhook for the merchant of card sales, and a paid order `D`. */
async function setUpPaidOrder(reply: ReplyHandler = replyOk) {
  const setup = await setUpSandbox({}, reply);
  const { control, sell, shop, notifications } = setup;
  const url = shop.notifyUrl.replace("/notify", "/disputes");
  await control.setDisputeWebhook("10001", url);
  await sell("D");
  await control.nextDelivery("D");
  const { transactionId } = await control.orderDetails("D");
  const disputes = () => notifications().filter((fields) => fields.alert_type !== undefined);
  return { ...setup, url, transactionId, disputes };
}

it("reports the end of a refund to the merchant's webhook, signed over every field (DSP-FIELDS, DSP-SIGN)", async () => {
  const { control, sandbox, shop, disputes, transactionId } = await setUpPaidOrder();
  const money = { currency: "EUR", pay_amount: "42.50", refund_amount: "12.50" };
  const form = {
    pay_orderid: "D",
    transaction_id: transactionId,
    refund_reason: "one lamp & one shade",
    ...money,
  };
  const { refund_orderid } = await callSigned(sandbox.url, "refund", form);
  await control.advance({ seconds: 5 });
  expect(await control.nextDelivery("D")).toMatchObject({
    dispute: "refund",
    returncode: "00",
    transactionId,
    outcome: "ok",
  });
  const [{ sign, ...fields } = {}] = disputes();
  expect(fields).toEqual({
    memberid: "10001",
    orderid: "D",
    transaction_id: transactionId,
    amount: "42.50",
    refund_orderid,
    refund_amount: "12.50",
    alert_datetime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    alert_content: "one lamp & one shade",
    alert_type: "Refund",
    alert_status: "00",
  });
  expect(sign).toBe(signReply(fields, key));
  expect(shop.received.at(-1)?.request.url).toBe("/disputes");
});

it.each([
  ["chargeback", "Chargebacks"],
  ["ethoca_alert", "Ethoca"],
  ["rdr_alert", "RDR"],
] as const)("reports a %s that the control API makes as %s (DSP-TYPE)", async (type, alertType) => {
  const { control, disputes, transactionId } = await setUpPaidOrder();
  await control.dispute("D", { type, amount: "10.00", content: "not received 4242424242424242" });
  expect(await control.nextDelivery("D")).toMatchObject({ dispute: type, outcome: "ok" });
  const [{ sign, ...fields } = {}] = disputes();
  expect(fields).toMatchObject({
    transaction_id: transactionId,
    amount: "42.50",
    refund_amount: "10.00",
    alert_content: "not received [digits]",
    alert_type: alertType,
    alert_status: "00",
  });
  expect(fields).not.toHaveProperty("refund_orderid");
  expect(sign).toBe(signReply(fields, key));
});

it("refunds in place of the gateway's staff: the whole rest, or an amount", async () => {
  const { control, disputes } = await setUpPaidOrder();
  await control.refund("D", { amount: "12.5", reason: "by phone" });
  const { refunds } = await control.refund("D");
  expect(refunds).toMatchObject([
    { amount: "12.50", state: "requested", reason: "by phone" },
    { amount: "30.00", state: "requested" },
  ]);
  for (const how of [{}, { amount: "0.01" }]) {
    await expect(control.refund("D", how)).rejects.toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("0.00 is left to refund"),
    });
  }
  await control.advance({ seconds: 5 });
  expect(disputes().map(({ refund_amount }) => refund_amount)).toEqual(["12.50", "30.00"]);
});

it("repeats a message until the shop replies OK (REP-OK)", async () => {
  const answers = ["OK", "no", "OK"];
  const { control, disputes } = await setUpPaidOrder(
    (response) => void response.end(answers.shift() ?? "OK"),
  );
  await control.dispute("D", { type: "chargeback" });
  expect(await control.nextDelivery("D")).toMatchObject({ try: 1, outcome: "refused" });
  expect((await control.orderDetails("D")).next).toContain(
    "Try 2 of the dispute message goes to the webhook in 10 s.",
  );
  await control.advance({ minutes: 10 });
  expect(await control.nextDelivery("D")).toMatchObject({ try: 2, outcome: "ok" });
  const [first, second] = disputes();
  expect(disputes()).toHaveLength(2);
  expect(second).toEqual(first);
  expect(await control.orderDetails("D")).not.toHaveProperty("nextDeliveryAt");
});

it.each([
  ["ftp://127.0.0.1/disputes", "url: must start with http:// or https://"],
  ["disputes", "url: must start with http:// or https://"],
  ["http://10.0.0.1/disputes", expect.stringMatching(/^url: must be a loopback address/)],
])("refuses %s as a webhook, and keeps the former one", async (url, message) => {
  const { control, url: former } = await setUpPaidOrder();
  await expect(control.setDisputeWebhook("10001", url)).rejects.toMatchObject({
    code: "bad_request",
    message,
  });
  expect(await control.disputeWebhooks()).toEqual({ "10001": former });
});

it("refuses its own address as a webhook, an unknown merchant, and disputes of an unpaid order", async () => {
  const { control, sandbox, sell } = await setUpPaidOrder();
  const own = control.setDisputeWebhook("10001", `${sandbox.url}/_sandbox/clock`);
  await expect(own).rejects.toMatchObject({ code: "bad_request" });
  await expect(control.setDisputeWebhook("1")).rejects.toMatchObject({ code: "unknown_merchant" });
  await sell("F", { pay_cardno: failedCard });
  for (const call of [control.refund("F"), control.dispute("F", { type: "chargeback" })]) {
    await expect(call).rejects.toMatchObject({ code: "wrong_state" });
  }
  const other = control.dispute("D", { type: "chargeback", transactionId: "1" });
  await expect(other).rejects.toMatchObject({ code: "wrong_state" });
  for (const how of [{ type: "refund" }, { type: "chargeback", amount: "-1" }]) {
    const call = control.dispute("D", how as { type: "chargeback" });
    await expect(call).rejects.toMatchObject({ code: "bad_request" });
  }
});

it("displays a button for each dispute on the order's page, and a form for the webhook", async () => {
  const { control, sandbox, url, disputes } = await setUpPaidOrder();
  const page = `${sandbox.url}/orders/10001/D`;
  await submit(`${page}/refund`, { amount: "2.50" });
  for (const action of ["chargeback", "ethoca-alert", "rdr-alert"]) {
    expect((await open(page)).html).toContain(`id="act-${action}"`);
    expect((await submit(`${page}/${action}`)).status).toBe(303);
  }
  await control.advance({ seconds: 5 });
  expect(
    disputes()
      .map(({ alert_type }) => alert_type)
      .sort(),
  ).toEqual(["Chargebacks", "Ethoca", "RDR", "Refund"]);
  expect((await open(page)).html).toMatch(/<h3>Refund \d{12} of 2.50 succeeded/);
  expect((await submit(`${page}/refund`, { amount: "99" })).html).toContain("40.00 is left to refund.");
  expect((await open(`${sandbox.url}/webhooks`)).html).toContain(`value="${url}"`);
  const wrong = await submit(`${sandbox.url}/webhooks/10001`, { url: "nonsense" });
  expect(wrong).toMatchObject({
    status: 400,
    html: expect.stringContaining("The address must start with http"),
  });
  expect((await submit(`${sandbox.url}/webhooks/10001`, { url: "" })).location).toBe("/webhooks");
  expect(await control.disputeWebhooks()).toEqual({});
  expect((await submit(`${sandbox.url}/webhooks/99`, { url: "" })).status).toBe(404);
});
