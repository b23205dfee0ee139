import { describe, expect, test } from "vitest";
import {
  readCancelReply,
  readQueryReply,
  readRefundQueryReply,
  readRefundReply,
} from "../../../src/protocol/operations/operation-replies.ts";
import { computeNotificationSign } from "../../../src/protocol/signature/notification-sign.ts";
import { Secret } from "../../../src/secret.ts";
import { expectedReply, replies, signing } from "./operation-examples.ts";

const json = (value: object) => JSON.stringify(value);

/** Signs changed fields, as an honest gateway does. */
function signed(fields: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, String(value)] as const] : [],
  );
  return json({
    ...fields,
    sign: computeNotificationSign(new Map(texts), signing.key, "received-attach-zero"),
  });
}

const query = (body: string) => readQueryReply(body, expectedReply);

test("a paid order is reported unchanged (QRY-STATE, QRY-AMOUNT)", () => {
  expect(query(json(replies.paid))).toEqual({
    outcome: "reported",
    report: {
      state: "paid",
      tradeState: "SUCCESS",
      amount: "19.99",
      trueAmount: "19.99",
      currency: "USD",
      transactionId: "T1",
      timeEnd: "2026-01-02 03:04:05",
    },
  });
});

test.each([
  ["UNPAID", "not-paid"],
  ["PENDING", "pending"],
  ["FAIL", "failed"],
  ["SUCCEEDED", "paid"],
  ["success", "paid"],
  ["REFUND", "refunded"],
  ["00", "unrecognized"],
  ["PAID ", "unrecognized"],
])("the state %s means %s (QRY-STATE)", (trade_state, state) => {
  expect(query(signed({ ...replies.paid, trade_state }))).toMatchObject({ report: { state } });
});

test("a reply without a state is no reply to a query (QRY-STATE, MSG-TYPE)", () => {
  const { trade_state: _, ...fields } = replies.paid;
  expect(query(signed(fields))).toEqual({ outcome: "unverified", reason: "malformed" });
});

test("numbers are signed as they are written, and two fields can contain the currency (QRY-AMOUNT, OPS-REPLY)", () => {
  const { currency: _, ...fields } = replies.paid;
  const body = signed({ ...fields, true_currency: "USD", true_amount: "1.80" }).replace('"1.80"', "1.80");
  expect(body).toContain('"true_amount":1.80,');
  expect(query(body)).toMatchObject({ report: { currency: "USD", trueAmount: "1.80" } });
});

describe("an imperfect reply (OPS-REPLY)", () => {
  test.each([
    ["with a byte order mark", `\uFEFF${json(replies.paid)}`],
    ["encoded twice", json(json(replies.paid) as unknown as object)],
    ["with text around it", `<pre>\n${json(replies.paid)}</pre>`],
    ["with members that no sign covers", json({ ...replies.paid, data: [], extra: null, empty: "" })],
  ])("%s is read", (_, body) => {
    expect(query(body)).toMatchObject({ outcome: "reported", report: { state: "paid" } });
  });

  test.each<[object, string[]]>([
    [{ outcome: "unknown", reason: "empty" }, ["", "\uFEFF"]],
    [{ outcome: "unknown", reason: "not_json" }, ["<html>busy</html>", "[1]", "7", "null"]],
    [{ outcome: "rejected", text: "no such order" }, ['{"status":"error","msg":"no such order"}']],
    [{ outcome: "rejected" }, ['{"status":"error","data":[]}']],
  ])("decides nothing: %j for %j", (outcome, bodies) => {
    for (const body of bodies) expect(query(body)).toEqual(outcome);
  });

  test("a card number in the text of an error is masked", () => {
    expect(query('{"status":"error","msg":"bad 4242 4242 4242 4242"}')).toEqual({
      outcome: "rejected",
      text: "bad [digits]",
    });
  });
});

test("the sign of an earlier key is accepted, and the sign of another key is not (KEY-ROTATION)", () => {
  const keys = { current: new Secret("the-new-key-of-the-shop"), previous: [signing.key] };
  const body = json(replies.paid);
  expect(readQueryReply(body, { ...expectedReply, keys }).outcome).toBe("reported");
  const other = { ...expectedReply, keys: { ...keys, previous: [] } };
  expect(readQueryReply(body, other)).toEqual({ outcome: "unverified", reason: "mismatch" });
});

describe.each([
  ["query", readQueryReply, replies.paid],
  ["refund", readRefundReply, replies.refundAccepted],
  ["refund query", readRefundQueryReply, replies.refunded],
  ["cancellation", readCancelReply, replies.cancelled],
] as const)("the reply to a %s proves nothing (OPS-REPLY)", (_, read, honest) => {
  test.each([
    ["without a sign", json({ ...honest, sign: undefined }), "unsigned"],
    ["with an empty sign", json({ ...honest, sign: "" }), "unsigned"],
    ["with a wrong sign", json({ ...honest, sign: "0".repeat(32) }), "mismatch"],
    ["about another order", signed({ ...honest, orderid: "00000000000000000002" }), "foreign"],
    ["of another merchant", signed({ ...honest, memberid: "10009" }), "foreign"],
    [
      "if its free text contains a field (NSIG-AMBIGUOUS)",
      signed({ ...honest, msg: "fine&orderid=00000000000000000001" }),
      "malformed",
    ],
    ["if a value contains a field (NSIG-AMBIGUOUS)", signed({ ...honest, amount: "1&b=2" }), "malformed"],
  ])("%s", (_case, body, reason) => {
    expect(read(body, expectedReply)).toEqual({ outcome: "unverified", reason });
  });

  test("with changed fields", () => {
    for (const name of Object.keys(honest).filter((each) => each !== "sign"))
      expect(read(json({ ...honest, [name]: "9" }), expectedReply), name).toMatchObject({
        outcome: "unverified",
      });
  });
});

test.each([{ refund_orderid: undefined }, { returncode: "" }])(
  "a refund (RFD-REPLY) that is accepted with %j proves nothing",
  (more) => {
    const body = signed({ ...replies.refundAccepted, ...more });
    expect(readRefundReply(body, expectedReply)).toEqual({ outcome: "unverified", reason: "malformed" });
  },
);

test.each([
  ["1", { outcome: "succeeded" }],
  ["2", { outcome: "requested" }],
  ["3", { outcome: "failed" }],
  ["4", { outcome: "unrecognized", status: "4" }],
  ["", { outcome: "unverified", reason: "malformed" }],
])("the refund status %j (RFQ-STATE)", (refund_status, outcome) => {
  expect(readRefundQueryReply(signed({ ...replies.refunded, refund_status }), expectedReply)).toMatchObject(
    outcome,
  );
});

test.each([
  ["success", "Unsubscribe failed", { outcome: "cancelled", lastCycle: "3" }],
  ["Succeeded", "", { outcome: "cancelled" }],
  ["error", "Unsubscribe successfully", { outcome: "refused", text: "Unsubscribe successfully" }],
  ["Fail", "", { outcome: "refused" }],
  ["", "Unsubscribe successfully", { outcome: "unverified", reason: "malformed" }],
  ["done", "", { outcome: "unverified", reason: "malformed" }],
])("a cancellation (CAN-REPLY) is decided by the status %j, not by the text %j", (status, msg, outcome) => {
  expect(readCancelReply(signed({ ...replies.cancelled, status, msg }), expectedReply)).toMatchObject(
    outcome,
  );
});
