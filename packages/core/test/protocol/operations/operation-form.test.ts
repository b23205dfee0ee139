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

test("a query signs merchant and order, and not the transaction (QRY-FORM)", () => {
  const form = buildQueryForm({ ...subject, transactionId: "T1" }, signing);
  expect(Object.fromEntries(form)).toEqual({ ...named, transaction_id: "T1", pay_md5sign: signOfOrder });
  expect(Object.fromEntries(buildQueryForm(subject, signing))).toEqual({
    ...named,
    pay_md5sign: signOfOrder,
  });
});

const refund = {
  ...subject,
  transactionId: "T1",
  paid: money(1999, "USD"),
  amount: money(500, "USD"),
  reason: "wrong size",
};

test("a refund signs merchant, order and transaction, and not the amounts (RFD-FORM)", () => {
  expect(Object.fromEntries(buildRefundForm(refund, signing))).toEqual({
    ...named,
    transaction_id: "T1",
    currency: "USD",
    pay_amount: "19.99",
    refund_amount: "5.00",
    refund_reason: "wrong size",
    pay_md5sign: signOfTransaction,
  });
});

test.each([
  ["JPY", 500, "500"],
  ["KWD", 1250, "1.250"],
])("amounts in %s have its decimals (RFD-FORM)", (currency, minor, text) => {
  const paid = money(minor, currency);
  const form = Object.fromEntries(buildRefundForm({ ...refund, paid, amount: paid }, signing));
  expect([form.pay_amount, form.refund_amount]).toEqual([text, text]);
});

test("a refund query contains the refund ID if it is known (RFQ-FORM)", () => {
  const sent = (parts: object) => Object.fromEntries(buildRefundQueryForm({ ...subject, ...parts }, signing));
  expect(sent({})).toEqual({ ...named, pay_md5sign: signOfOrder });
  expect(sent({ transactionId: "T1", refundId: "R1" })).toEqual({
    ...named,
    transaction_id: "T1",
    refund_orderid: "R1",
    pay_md5sign: signOfOrder,
  });
});

test("a cancellation has merchant and order only (CAN-FORM)", () => {
  expect(Object.fromEntries(buildCancelForm(subject, signing))).toEqual({
    ...named,
    pay_md5sign: signOfOrder,
  });
});

test("a shop can name other signed fields (OPS-SIGN)", () => {
  const operation = {
    path: "/pay/trade/query",
    signedFields: ["pay_memberid", "pay_orderid", "transaction_id"],
  };
  const form = buildQueryForm({ ...subject, transactionId: "T1" }, { ...signing, operation });
  expect(Object.fromEntries(form).pay_md5sign).toBe(signOfTransaction);
});
