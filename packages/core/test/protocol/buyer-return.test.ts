import { expect, test } from "vitest";
import { readBuyerReturn } from "../../src/protocol/buyer-return.ts";

const attemptId = "00000000000000000001";
const orderID = attemptId;

test.each(["succeeded", "SUCCEEDED", "Succeeded", "fail", "FAIL", "processing", "Processing"])(
  "%s hints at its word in small letters, whatever other fields are sent (RET-STATUS, RET-FIELDS, RET-METHOD, B-41)",
  (paymentStatus) => {
    const query = Object.assign(Object.create(null), { paymentStatus, orderID });
    const more = { transaction_id: "1", returncode: "00", sign: "X" };
    for (const fields of [query, { ...query, ...more }])
      expect(readBuyerReturn(fields, attemptId)).toBe(paymentStatus.toLowerCase());
  },
);

const noText = { toString: () => "succeeded" };

test.each<[string, unknown[]]>([
  [
    "another status",
    ["success", " succeeded ", "00", "", undefined, ["succeeded", "fail"], noText].map((paymentStatus) => ({
      paymentStatus,
      orderID,
    })),
  ],
  [
    "another order",
    ["00000000000000000002", [orderID, orderID], undefined].map((other) => ({
      paymentStatus: "succeeded",
      orderID: other,
    })),
  ],
  ["an order in lower case letters of its name", [{ paymentStatus: "succeeded", orderid: orderID }]],
  ["no fields", [{}, null, undefined, "paymentStatus=succeeded", ["succeeded", orderID], 7]],
  ["a map", [new Map([["paymentStatus", "succeeded"]])]],
])("%s is unreadable, and throws no error (RET-STATUS, RET-UNSIGNED)", (_, values) => {
  for (const fields of values) expect(readBuyerReturn(fields, attemptId)).toBe("unreadable");
});
