import { createSandbox, type QuirkProfile } from "@pay-index/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { verifyDispute } from "../../packages/core/src/protocol/operations/dispute-notification.ts";
import {
  buildCancelForm,
  buildQueryForm,
  buildRefundForm,
  buildRefundQueryForm,
  documentedOperations,
  type OperationName,
} from "../../packages/core/src/protocol/operations/operation-form.ts";
import {
  readCancelReply,
  readQueryReply,
  readRefundQueryReply,
  readRefundReply,
} from "../../packages/core/src/protocol/operations/operation-replies.ts";
import type { FormField } from "../../packages/core/src/protocol/signature/request-sign.ts";
import { Secret } from "../../packages/core/src/secret.ts";
import { minimalSales } from "../../packages/core/test/protocol/sale/example-sales.ts";
import { createForm, merchants, openShop, postForm } from "./sale-form-helpers.ts";

/** A running sandbox, with a paid order. */
async function setUpPaidOrder(variant: "card" | "subscription", quirks?: QuirkProfile) {
  const sandbox = await createSandbox({ port: 0, frozen: true, ...(quirks ? { quirks } : {}) });
  onTestFinished(() => sandbox.close());
  const form = createForm(minimalSales[variant]);
  await postForm(sandbox.url, form);
  const attemptId = form.pay_orderid ?? "";
  const { id: merchantId, key: keyText } = merchants[variant];
  const key = new Secret(keyText);
  const order = sandbox.order(attemptId);
  const expected = { merchantId, attemptId, keys: { current: key, previous: [] } };
  const call = async (operation: OperationName, fields: readonly FormField[]) => {
    const url = sandbox.url + documentedOperations[operation].path;
    const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
    return (await fetch(url, { method: "POST", body })).text();
  };
  return { sandbox, order, subject: { merchantId, attemptId }, key, expected, call };
}

test.each([undefined, "double_encoded", "four_decimals"] as const)(
  "core reads the sandbox's reply to its query, with the quirk %s (QRY-FORM, QRY-STATE, QRY-AMOUNT)",
  async (quirks) => {
    const { subject, key, expected, call, order } = await setUpPaidOrder("card", quirks);
    const reply = readQueryReply(await call("query", buildQueryForm(subject, { key })), expected);
    expect(reply).toMatchObject({
      outcome: "reported",
      report: { state: "paid", currency: order?.currency, transactionId: order?.transactionId },
    });
  },
);

test("core reads that the sandbox does not accept a call (OPS-REPLY)", async () => {
  const { subject, expected, call } = await setUpPaidOrder("card");
  const form = buildQueryForm(subject, { key: new Secret("another-key") });
  expect(readQueryReply(await call("query", form), expected)).toMatchObject({ outcome: "rejected" });
});

test("core reads the sandbox's replies to a cancellation, to a second one, and to one of no subscription (CAN-FORM, CAN-REPLY)", async () => {
  const { subject, key, expected, call } = await setUpPaidOrder("subscription");
  const cancel = async () =>
    readCancelReply(await call("cancel-subscription", buildCancelForm(subject, { key })), expected);
  expect(await cancel()).toEqual({ outcome: "cancelled", lastCycle: "1" });
  expect(await cancel()).toEqual({ outcome: "cancelled", lastCycle: "1" });
  const card = await setUpPaidOrder("card");
  const reply = await card.call("cancel-subscription", buildCancelForm(card.subject, card));
  expect(readCancelReply(reply, card.expected)).toEqual({
    outcome: "refused",
    text: "the order is no subscription",
  });
});

test("core reads the sandbox's replies to a refund, to its query, and to one above the limit (RFD-FORM, RFD-REPLY, RFQ-FORM, RFQ-STATE)", async () => {
  const { sandbox, order, subject, key, expected, call } = await setUpPaidOrder("card");
  const { transactionId = "", currency = "", amount = "" } = order ?? {};
  const paid = { minor: Number(amount.replace(".", "")), currency };
  const refund = async (minor: number) => {
    const request = { ...subject, transactionId, paid, amount: { minor, currency }, reason: "returned" };
    return readRefundReply(await call("refund", buildRefundForm(request, { key })), expected);
  };
  const accepted = await refund(100);
  expect(accepted).toMatchObject({ outcome: "accepted", refund: { transactionId, refundAmount: "1.00" } });
  const refundId = accepted.outcome === "accepted" ? accepted.refund.refundId : "";
  const query = async () => {
    const form = buildRefundQueryForm({ ...subject, transactionId, refundId }, { key });
    return readRefundQueryReply(await call("refund-query", form), expected);
  };
  expect(await query()).toMatchObject({ outcome: "requested", refund: { refundId, currency } });
  await sandbox.advance({ seconds: 5 });
  expect(await query()).toMatchObject({ outcome: "succeeded", refund: { refundId, refundAmount: "1.00" } });
  expect(await refund(paid.minor)).toMatchObject({ outcome: "refused", code: "11" });
});

test("core verifies what the sandbox sends to the dispute webhook (DSP-FIELDS, DSP-TYPE, DSP-STATUS, DSP-SIGN)", async () => {
  const { sandbox, subject, order, expected } = await setUpPaidOrder("card");
  const { url, forms } = await openShop("/disputes");
  const { attemptId, merchantId } = subject;
  const { transactionId } = order ?? {};
  await sandbox.setDisputeWebhook(merchantId, url);
  for (const type of ["chargeback", "ethoca_alert", "rdr_alert"] as const) {
    await sandbox.dispute(attemptId, { type, content: "not received & not wanted" });
  }
  await sandbox.refund(attemptId, { amount: "1" });
  await sandbox.advance({ seconds: 5 });
  const disputes = forms.map((fields) => verifyDispute({ fields }, expected));
  const kinds = disputes.map(({ kind }) => kind).sort();
  expect(kinds).toEqual(["chargeback", "ethoca-alert", "rdr-alert", "refund"]);
  for (const dispute of disputes)
    expect(dispute).toMatchObject({ attemptId, transactionId, result: "succeeded" });
  expect(disputes.at(-1)).toMatchObject({
    refundId: expect.stringMatching(/^\d{12}$/),
    refundAmount: "1.00",
  });
});
