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

it.each([
  ["chargeback", "Chargebacks"],
  ["ethoca_alert", "Ethoca"],
  ["rdr_alert", "RDR"],
  ["refund", "Refund"],
] as const)(
  "reports a %s to the merchant's webhook as %s, signed over every field (DSP-FIELDS, DSP-SIGN, DSP-TYPE)",
  async (type, alertType) => {
    const { control, sandbox, shop, disputes, transactionId } = await setUpPaidOrder();
    const ofRefund: Record<string, unknown> = {};
    if (type === "refund") {
      const money = { currency: "EUR", pay_amount: "42.50", refund_amount: "10.00" };
      const form = {
        ...money,
        pay_orderid: "D",
        transaction_id: transactionId,
        refund_reason: "not & received",
      };
      ofRefund.refund_orderid = (await callSigned(sandbox.url, "refund", form)).refund_orderid;
      await control.advance({ seconds: 5 });
    } else await control.dispute("D", { type, amount: "10.00", content: "not & received" });
    const message = { dispute: type, returncode: "00", transactionId, outcome: "ok" };
    expect(await control.nextDelivery("D")).toMatchObject(message);
    const [{ sign, ...fields } = {}] = disputes();
    expect(fields).toEqual({
      memberid: "10001",
      orderid: "D",
      transaction_id: transactionId,
      amount: "42.50",
      ...ofRefund,
      refund_amount: "10.00",
      alert_datetime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      alert_content: "not & received",
      alert_type: alertType,
      alert_status: "00",
    });
    expect(sign).toBe(signReply(fields, key));
    expect(shop.received.at(-1)?.request.url).toBe("/disputes");
  },
);

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

it("refuses invalid addresses as a webhook and keeps the former one, an unknown merchant, and disputes of an unpaid order", async () => {
  const { control, sandbox, sell, url } = await setUpPaidOrder();
  const protocol = "url: must start with http:// or https://";
  for (const [wrong, message] of [
    ["ftp://127.0.0.1/disputes", protocol],
    ["disputes", protocol],
    ["http://10.0.0.1/disputes", expect.stringMatching(/^url: must be a loopback address/)],
    [`${sandbox.url}/_sandbox/clock`, expect.stringMatching(/^url: is an address of the sandbox itself/)],
  ] as const) {
    const refused = { code: "bad_request", message };
    await expect(control.setDisputeWebhook("10001", wrong)).rejects.toMatchObject(refused);
  }
  expect(await control.disputeWebhooks()).toEqual({ "10001": url });
  await expect(control.setDisputeWebhook("1")).rejects.toMatchObject({ code: "unknown_merchant" });
  await sell("F", { pay_cardno: failedCard });
  for (const call of [
    control.refund("F"),
    control.dispute("F", { type: "chargeback" }),
    control.dispute("D", { type: "chargeback", transactionId: "1" }),
  ])
    await expect(call).rejects.toMatchObject({ code: "wrong_state" });
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
  expect(disputes()).toHaveLength(4);
  expect((await open(page)).html).toMatch(/<h3>Refund \d{12} of 2.50 succeeded/);
  expect((await submit(`${page}/refund`, { amount: "99" })).html).toContain("40.00 is left to refund.");
  expect((await open(`${sandbox.url}/webhooks`)).html).toContain(`value="${url}"`);
  const wrong = await submit(`${sandbox.url}/webhooks/10001`, { url: "nonsense" });
  expect([wrong.status, wrong.html]).toEqual([
    400,
    expect.stringContaining("The address must start with http"),
  ]);
  expect((await submit(`${sandbox.url}/webhooks/10001`, { url: "" })).location).toBe("/webhooks");
  expect(await control.disputeWebhooks()).toEqual({});
  expect((await submit(`${sandbox.url}/webhooks/99`, { url: "" })).status).toBe(404);
});
