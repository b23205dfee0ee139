import { expect, test } from "vitest";
import {
  type ExpectedNotification,
  verifyNotification,
} from "../../../src/protocol/notification/verify-notification.ts";
import { signRules } from "../../../src/protocol/signature/notification-sign.ts";
import { Secret } from "../../../src/secret.ts";
import {
  exampleAttemptId,
  exampleSuccess,
  exampleSuccessSign,
  refusalCodeOf,
} from "./example-notifications.ts";

const expected: ExpectedNotification = {
  merchantId: "10002",
  attemptId: exampleAttemptId,
  keys: { current: new Secret("sandbox-hosted-key"), previous: [] },
  rules: signRules,
};
const verify = (fields: Record<string, string>, changed: Partial<ExpectedNotification> = {}) =>
  verifyNotification({ fields: new Map(Object.entries(fields)) }, { ...expected, ...changed });
const signed = { ...exampleSuccess, sign: exampleSuccessSign };

test("a notification that is signed by the payment's own merchant is verified (B-40b, NOT-FIELDS)", () => {
  expect(verify(signed)).toMatchObject({
    notification: signed,
    verdict: { verified: true, rule: "received", key: "current" },
  });
});

test("a notification of a failure is verified as well (B-22, NOT-CODE)", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const failure = { ...exampleSuccess, returncode: "2", sign: "BF55ADA88191FDFB08F7B4622381B1E2" };
  expect(verify(failure).notification.returncode).toBe("2");

  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const uncharged = { ...failure, transaction_id: "", sign: "2DEEF24F3CA099CFD91002E8CF13B7D1" };
  expect(verify(uncharged).notification.transaction_id).toBe("");
});

const own = { ...exampleSuccess, orderid: "X", payment_transaction_id: "M1" };
const other = { current: new Secret("sandbox-link-key"), previous: [] };

test.each<[string, Record<string, string>, Partial<ExpectedNotification>, string]>([
  ["of another merchant", { ...signed, memberid: "10003" }, {}, "foreign"],
  ["of another order", { ...signed, orderid: "00000000000000000002" }, {}, "foreign"],
  ["with a valid sign for another order", signed, { attemptId: "00000000000000000002" }, "foreign"],
  ["with no fields", {}, {}, "foreign"],
  ["with its own order ID about a sale that is no subscription", own, {}, "foreign"],
  ["without a sign", exampleSuccess, {}, "unsigned"],
  ["with an empty sign", { ...exampleSuccess, sign: "" }, {}, "unsigned"],
  ["with a sign of 31 characters", { ...exampleSuccess, sign: exampleSuccessSign.slice(1) }, {}, "mismatch"],
  ["with a changed amount", { ...signed, amount: "0.01" }, {}, "mismatch"],
  ["signed with another key", signed, { keys: other }, "mismatch"],
  ["signed by a rule that is not allowed", signed, { rules: [] }, "mismatch"],
])(
  "a notification %s is refused (B-31, B-43, NOT-FIELDS, NSIG-MISSING, NSIG-CASE, CYC-NUMBER)",
  (...[, fields, changed, word]) => {
    expect(refusalCodeOf(() => verify(fields, changed))).toBe(word);
  },
);

test.each(["2", "0", "1", "1.0", ""])(
  "at a subscription's address, the sign of any gateway order ID with the count '%s' is checked (CYC-NUMBER)",
  (count) => {
    const fields = { ...own, payment_period_count: count };
    const codeOf = (more: Record<string, string>) =>
      refusalCodeOf(() => verify({ ...fields, ...more }, { isSubscription: true }));
    expect([
      codeOf({}),
      codeOf({ sign: exampleSuccessSign }),
      codeOf({ payment_transaction_id: "" }),
    ]).toEqual(["unsigned", "mismatch", "unsigned"]);
  },
);

test("the error names the missing fields after the sign is verified (NOT-FIELDS, NOT-DATETIME)", () => {
  // printf '%s' 'currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const { amount: _, ...withoutAmount } = { ...exampleSuccess, sign: "63AB212485F654E121933864F4F99EAB" };
  expect(refusalCodeOf(() => verify(withoutAmount))).toBe("malformed");
  expect(() => verify(withoutAmount)).toThrow("Required fields are missing or empty: amount.");

  // printf '%s' 'amount=19.99&currency=USD&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const { datetime: _d, ...timeless } = { ...exampleSuccess, sign: "4C3C77EDDCB3A3C2A7E3F9CDB98FC031" };
  expect(() => verify({ ...timeless, true_amount: "" })).toThrow(
    "Its signed fields do not prove that it is a payment notification",
  );
});

test("only signed fields count: others cannot contradict them, whatever they contain (NSIG-FIELDS)", () => {
  const others = { msg: "a & b", alert_type: "Refund", trade_state: "REFUND", "odd name&x=1": "&key=1" };
  const { notification, unsigned } = verify({ ...signed, ...others });
  expect([notification.alert_type, notification.msg, unsigned]).toEqual([undefined, "a & b", []]);
});

test("a notification without a currency is accepted, and one that lost it is not (NOT-CURRENCY)", () => {
  // printf '%s' 'amount=19.99&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const { currency: _, ...fields } = exampleSuccess;
  expect(verify({ ...fields, sign: "CDFC848B243F7CE2D943DE49A8250FF7" }).notification.currency).toBe("");
  expect(refusalCodeOf(() => verify({ ...fields, sign: exampleSuccessSign }))).toBe("mismatch");
});

test("a success without a transaction is refused, and the message names the field (NOT-FIELDS)", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const sign = "660891CB8C4FA3E50C1ADFC5E8EDAA65";
  expect(() => verify({ ...exampleSuccess, transaction_id: "", sign })).toThrow(
    "Required fields are missing or empty: transaction_id.",
  );
});

test("the error distinguishes a sign of the wrong form from a sign of the wrong key (NSIG-CASE)", () => {
  expect(() => verify({ ...exampleSuccess, sign: exampleSuccessSign.slice(1) })).toThrow(
    "not 32 hexadecimal characters",
  );
  expect(() => verify({ ...signed, amount: "0.01" })).toThrow(
    /does not match any key of merchant 10002 .*Check the merchant's key/,
  );
});

test("the notification has every signed field that counts, and the unsigned attachment for people (NOT-FIELDS)", () => {
  const more = {
    enabled: "1",
    payment_transaction_id: "M1",
    payment_period_count: "1",
    alert_type: "Refund",
  };
  // printf '%s' 'alert_type=Refund&amount=19.99&currency=USD&datetime=20261120100000&enabled=1&memberid=10002&msg=paid&orderid=00000000000000000001&payment_period_count=1&payment_transaction_id=M1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const all = {
    ...exampleSuccess,
    ...more,
    msg: "paid",
    attach: "note 1",
    sign: "3929312118E9D49F277DD1C02732A251",
  };
  expect(verify(all).notification).toEqual(all);
});

test("an empty amount is for review, and a missing one is refused (NOT-FIELDS)", () => {
  const { amount: _a, true_amount: _t, ...others } = exampleSuccess;
  // printf '%s' 'currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const fields = { ...others, sign: "D431E9022B77068CA87AA652F031861B" };
  const empty = { ...fields, amount: "", true_amount: "" };
  expect(verify(empty).notification).toEqual(empty);
  expect(() => verify(fields)).toThrow("Required fields are missing or empty: amount, true_amount.");
  expect(() => verify({ ...fields, amount: "" })).toThrow("missing or empty: true_amount.");
});

test("a 0 counts without a sign only where it pays nothing (NSIG-ZERO)", () => {
  const zeros = { amount: "0", true_amount: "0", enabled: "0", payment_period_count: "0" };
  const fields = { ...exampleSuccess, ...zeros, sign: "D431E9022B77068CA87AA652F031861B" };
  const { payment_period_count: _, ...counting } = fields;
  const { notification, unsigned } = verify(fields, { isSubscription: true });
  expect(unsigned).toEqual(["amount", "true_amount", "enabled"]);
  expect(notification).toEqual(counting);
  // printf '%s' 'amount=0&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=0&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  expect(verify({ ...counting, sign: "09645612BBB4DB56EA8B0198C730C993" }).unsigned).toEqual([]);
});

test("the rule of nine fields signs no cycle, so a subscription's counts without a sign (NSIG-NINE)", () => {
  const fields = { ...signed, payment_transaction_id: "", payment_period_count: "2" };
  const allowed = { rules: ["nine"] } as const;
  const { notification, unsigned } = verify(fields, { ...allowed, isSubscription: true });
  expect([notification.payment_period_count, unsigned]).toEqual(["2", ["payment_period_count"]]);
  const both = { ...fields, payment_transaction_id: "M1" };
  const names = ["payment_transaction_id", "payment_period_count"];
  expect(verify(both, { ...allowed, isSubscription: true }).unsigned).toEqual(names);
  expect(verify(both, allowed).unsigned).toEqual([]);
});
