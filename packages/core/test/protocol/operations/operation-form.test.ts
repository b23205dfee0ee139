import { expect, test } from "vitest";
import { money } from "../../../src/protocol/money/money.ts";
import {
  buildCancelForm,
  buildQueryForm,
  buildRefundForm,
  buildRefundQueryForm,
} from "../../../src/protocol/operations/operation-form.ts";
import { signing, subject } from "./operation-examples.ts";

const signOfOrder = "895D08EF64961C201F28D544570B8B22";
const signOfTransaction = "AC0FC4ACD35F4FC686C3B2FE0801563B";
const named = { pay_memberid: "10002", pay_orderid: "00000000000000000001" };

const refund = {
  ...subject,
  transactionId: "T1",
  paid: money(1999, "USD"),
  amount: money(500, "USD"),
  reason: "wrong size",
};
const ofTransaction = { ...subject, transactionId: "T1" };
const refunded = {
  ...{ transaction_id: "T1", currency: "USD", pay_amount: "19.99" },
  ...{ refund_amount: "5.00", refund_reason: "wrong size" },
};
/** A shop can name other signed fields. */
const signedFields = ["pay_memberid", "pay_orderid", "transaction_id"];
const operation = { path: "/pay/trade/query", signedFields };

test.each([
  ["query of an order (QRY-FORM)", buildQueryForm(subject, signing), {}, signOfOrder],
  ["query (QRY-FORM)", buildQueryForm(ofTransaction, signing), { transaction_id: "T1" }, signOfOrder],
  [
    "query with other signed fields (OPS-SIGN)",
    buildQueryForm(ofTransaction, { ...signing, operation }),
    { transaction_id: "T1" },
    signOfTransaction,
  ],
  ["refund (RFD-FORM)", buildRefundForm(refund, signing), refunded, signOfTransaction],
  ["refund query of an order (RFQ-FORM)", buildRefundQueryForm(subject, signing), {}, signOfOrder],
  [
    "refund query (RFQ-FORM)",
    buildRefundQueryForm({ ...ofTransaction, refundId: "R1" }, signing),
    { transaction_id: "T1", refund_orderid: "R1" },
    signOfOrder,
  ],
  ["cancellation (CAN-FORM)", buildCancelForm(subject, signing), {}, signOfOrder],
])("the form of a %s", (...[, form, more, sign]) => {
  expect(Object.fromEntries(form)).toEqual({ ...named, ...more, pay_md5sign: sign });
});

test.each([
  ["JPY", 500, "500"],
  ["KWD", 1250, "1.250"],
])("amounts in %s have its decimals (RFD-FORM)", (currency, minor, text) => {
  const paid = money(minor, currency);
  const form = Object.fromEntries(buildRefundForm({ ...refund, paid, amount: paid }, signing));
  expect([form.pay_amount, form.refund_amount]).toEqual([text, text]);
});
