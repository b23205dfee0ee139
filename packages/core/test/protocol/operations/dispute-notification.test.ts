import { expect, test } from "vitest";
import { verifyDispute } from "../../../src/protocol/operations/dispute-notification.ts";
import { computeNotificationSign } from "../../../src/protocol/signature/notification-sign.ts";
import { refusalCodeOf } from "../notification/example-notifications.ts";
import { chargeback, expectedReply, signing } from "./operation-examples.ts";

const expected = { merchantId: "10002", keys: expectedReply.keys };

function read(fields: Readonly<Record<string, string>>) {
  return verifyDispute({ fields: new Map(Object.entries(fields)) }, expected);
}

function signed(changes: Readonly<Record<string, string>>): Record<string, string> {
  const fields = { ...chargeback, ...changes };
  return {
    ...fields,
    sign: computeNotificationSign(new Map(Object.entries(fields)), signing.key, "received-attach-zero"),
  };
}

test("a chargeback is read unchanged, with & in its text (DSP-FIELDS)", () => {
  expect(read(chargeback)).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    kind: "chargeback",
    result: "succeeded",
    attemptId: "00000000000000000001",
    transactionId: "T1",
    amount: "19.99",
    refundId: "",
    refundAmount: "19.99",
    alertedAt: "2026-01-05 10:00:00",
    alertType: "Chargebacks",
    alertStatus: "00",
  });
});

test.each([
  ["Refund", "00", "refund", "succeeded"],
  ["Refund", "11", "refund", "failed"],
  ["Ethoca", "00", "ethoca-alert", "succeeded"],
  ["RDR", "00", "rdr-alert", "succeeded"],
  ["chargeback", "00", "chargeback", "succeeded"],
  ["Void", "00", "unrecognized", "succeeded"],
  ["Refund", "22", "refund", "unrecognized"],
])(
  "the type %s with the status %s is %s, %s (DSP-TYPE, DSP-STATUS)",
  (...[alert_type, alert_status, kind, result]) => {
    expect(read(signed({ alert_type, alert_status, refund_orderid: "R1" }))).toMatchObject({
      kind,
      result,
      refundId: "R1",
    });
  },
);

test.each<[string, Readonly<Record<string, string>>, string]>([
  ["of another merchant", signed({ memberid: "10009" }), "foreign"],
  ["without a sign", { ...chargeback, sign: "" }, "unsigned"],
  ["with the sign of another text", { ...chargeback, refund_amount: "1.00" }, "mismatch"],
  ["whose text swallows a field", signed({ alert_content: "fine&alert_status=11" }), "malformed"],
  ["with & in another field", signed({ transaction_id: "T1&a=b" }), "malformed"],
  ["without a transaction", signed({ transaction_id: "" }), "malformed"],
  ["without a type", signed({ alert_type: "" }), "malformed"],
])("a message %s is refused (DSP-SIGN)", (_, fields, code) => {
  expect(refusalCodeOf(() => read(fields))).toBe(code);
});
