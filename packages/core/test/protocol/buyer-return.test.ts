import { expect, test } from "vitest";
import { readBuyerReturn } from "../../src/protocol/buyer-return.ts";

const attemptId = "00000000000000000001";
const orderID = attemptId;

test.each<[string, string]>([
  ["succeeded", "succeeded"],
  ["SUCCEEDED", "succeeded"],
  ["Succeeded", "succeeded"],
  ["fail", "fail"],
  ["FAIL", "fail"],
  ["processing", "processing"],
  ["Processing", "processing"],
])("%s hints at %s (RET-STATUS)", (paymentStatus, hint) => {
  expect(readBuyerReturn({ paymentStatus, orderID }, attemptId)).toBe(hint);
});

test("the fields are read from a query or a form, and other fields are ignored (RET-FIELDS, RET-METHOD, B-41)", () => {
  const query = Object.fromEntries(new URLSearchParams(`paymentStatus=succeeded&orderID=${orderID}`));
  expect(readBuyerReturn(query, attemptId)).toBe("succeeded");
  expect(readBuyerReturn(Object.assign(Object.create(null), query), attemptId)).toBe("succeeded");
  expect(readBuyerReturn({ ...query, transaction_id: "1", returncode: "00", sign: "X" }, attemptId)).toBe(
    "succeeded",
  );
});

test.each<[string, unknown]>([
  ["an unknown word", { paymentStatus: "success", orderID }],
  ["a word with blanks", { paymentStatus: " succeeded ", orderID }],
  ["a code", { paymentStatus: "00", orderID }],
  ["an empty status", { paymentStatus: "", orderID }],
  ["no status", { orderID }],
  ["a status twice", { paymentStatus: ["succeeded", "fail"], orderID }],
  ["a status that is an object", { paymentStatus: { toString: () => "succeeded" }, orderID }],
  ["another order", { paymentStatus: "succeeded", orderID: "00000000000000000002" }],
  ["an order in lower case letters of its name", { paymentStatus: "succeeded", orderid: orderID }],
  ["an order twice", { paymentStatus: "succeeded", orderID: [orderID, orderID] }],
  ["no order", { paymentStatus: "succeeded" }],
  ["nothing", {}],
  ["null", null],
  ["undefined", undefined],
  ["text", "paymentStatus=succeeded"],
  ["a list", ["succeeded", orderID]],
  ["a number", 7],
  ["a map", new Map([["paymentStatus", "succeeded"]])],
])("%s is unreadable, and throws no error (RET-STATUS, RET-UNSIGNED)", (_, fields) => {
  expect(readBuyerReturn(fields, attemptId)).toBe("unreadable");
});
