import { describe, expect, test } from "vitest";
import { type Expected, verifyNotification } from "../../src/notification/verify.ts";
import { Secret } from "../../src/secret.ts";
import { signRules } from "../../src/signature/notification-sign.ts";
import { orderNumber, success, successSign, wordOf } from "./example-notifications.ts";

const expected: Expected = {
  merchantId: "10002",
  orderNumber,
  keys: { current: new Secret("sandbox-hosted-key"), previous: [] },
  rules: signRules,
};
const verify = (fields: Record<string, string>, changed: Partial<Expected> = {}) =>
  verifyNotification(new Map(Object.entries(fields)), { ...expected, ...changed });
const signed = { ...success, sign: successSign };

test("what the payment's own merchant signed is believed (B-40b, NOT-FIELDS)", () => {
  expect(verify(signed)).toMatchObject({
    notification: signed,
    verdict: { verified: true, rule: "received", key: "current" },
  });
});

test("a failure is as good a notification (B-22, NOT-CODE)", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const failure = { ...success, returncode: "2", sign: "BF55ADA88191FDFB08F7B4622381B1E2" };
  expect(verify(failure).notification.returncode).toBe("2");

  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const uncharged = { ...failure, transaction_id: "", sign: "2DEEF24F3CA099CFD91002E8CF13B7D1" };
  expect(verify(uncharged).notification.transaction_id).toBe("");
});

describe("what is not about this payment is foreign, whoever signed it (B-31, B-43, NOT-FIELDS)", () => {
  test.each<[string, Record<string, string>]>([
    ["another merchant", { memberid: "10003" }],
    ["no merchant", { memberid: "" }],
    ["a merchant in other letters", { memberid: "１０００２" }],
    ["another order", { orderid: "00000000000000000002" }],
    ["no order", { orderid: "" }],
    ["an order with a blank", { orderid: `${orderNumber} ` }],
  ])("%s", (_, changed) => {
    expect(wordOf(() => verify({ ...signed, ...changed }))).toBe("foreign");
  });

  test("rightly signed for another payment", () => {
    expect(wordOf(() => verify(signed, { orderNumber: "00000000000000000002" }))).toBe("foreign");
    expect(wordOf(() => verify(signed, { merchantId: "10003" }))).toBe("foreign");
  });

  test("nothing at all", () => {
    expect(wordOf(() => verify({}))).toBe("foreign");
  });
});

describe("what comes to a subscription's address may be about it, whatever its number and count (CYC-NUMBER)", () => {
  const own = { ...success, orderid: "X", payment_transaction_id: "M1" };
  const subscription = { isSubscription: true };

  test.each(["2", "0", "1", "1.0", ""])("with the count '%s' it is asked for its sign", (count) => {
    const fields = { ...own, payment_period_count: count };
    expect(wordOf(() => verify(fields, subscription))).toBe("unsigned");
    expect(wordOf(() => verify({ ...fields, sign: successSign }, subscription))).toBe("mismatch");
    expect(wordOf(() => verify({ ...fields, payment_transaction_id: "" }, subscription))).toBe("unsigned");
  });

  test.each<[string, Record<string, string>, Partial<Expected>]>([
    ["another merchant", { ...own, memberid: "10003" }, subscription],
    ["a sale that is no subscription", own, {}],
  ])("%s: it is foreign", (_, fields, changed) => {
    expect(wordOf(() => verify(fields, changed))).toBe("foreign");
  });
});

test.each<[string, Record<string, string>, string]>([
  ["no sign", success, "unsigned"],
  ["an empty sign", { ...success, sign: "" }, "unsigned"],
  ["a sign in lower case", { ...success, sign: successSign.toLowerCase() }, "mismatch"],
  ["31 characters", { ...success, sign: successSign.slice(1) }, "mismatch"],
  ["a changed amount", { ...signed, amount: "0.01" }, "mismatch"],
  ["a changed paid amount", { ...signed, true_amount: "20.00" }, "mismatch"],
  ["a changed currency", { ...signed, currency: "JPY" }, "mismatch"],
  ["a changed code", { ...signed, returncode: "2" }, "mismatch"],
  ["a changed transaction", { ...signed, transaction_id: "1" }, "mismatch"],
])("%s is refused (NSIG-MISSING, NSIG-CASE)", (_, fields, word) => {
  expect(wordOf(() => verify(fields))).toBe(word);
});

test("another key, and a rule that is not allowed, are a mismatch", () => {
  const other = { keys: { current: new Secret("sandbox-link-key"), previous: [] } };
  expect(wordOf(() => verify(signed, other))).toBe("mismatch");
  expect(wordOf(() => verify(signed, { rules: [] }))).toBe("mismatch");
});

test("required fields that are missing are named, once the sign is right (NOT-FIELDS)", () => {
  // printf '%s' 'currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const { amount: _, ...withoutAmount } = { ...success, sign: "63AB212485F654E121933864F4F99EAB" };
  expect(wordOf(() => verify(withoutAmount))).toBe("malformed");
  expect(() => verify(withoutAmount)).toThrow("Required fields are missing or empty: amount.");

  // printf '%s' 'amount=19.99&currency=USD&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const {
    true_amount: _a,
    datetime: _d,
    ...lessStill
  } = { ...success, sign: "4C3C77EDDCB3A3C2A7E3F9CDB98FC031" };
  expect(() => verify(lessStill)).toThrow("Required fields are missing or empty: true_amount, datetime.");
});

test("a success without a transaction is refused, and the message names the field (NOT-FIELDS)", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const sign = "660891CB8C4FA3E50C1ADFC5E8EDAA65";
  expect(() => verify({ ...success, transaction_id: "", sign })).toThrow(
    "Required fields are missing or empty: transaction_id.",
  );
});

test("the shop is told whether a sign has the wrong form or the wrong key (NSIG-CASE)", () => {
  expect(() => verify({ ...success, sign: successSign.toLowerCase() })).toThrow(/upper-case hexadecimal/);
  expect(() => verify({ ...signed, amount: "0.01" })).toThrow(
    /does not match any key of merchant 10002 .*Check the merchant's key/,
  );
});

test("an amount that cannot be read is evidence, not a reason to lose the message", () => {
  // printf '%s' 'amount=abc&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const odd = { ...success, amount: "abc", sign: "CCA470E72BF9DCCC96B13C19956A031A" };
  expect(verify(odd).notification.amount).toBe("abc");
});

test("further fields do no harm to the record", () => {
  // printf '%s' '__proto__=x&amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const fields = new Map([
    ["__proto__", "x"],
    ...Object.entries({ ...success, sign: "F4677816433093EE299096EA50980689" }),
  ]);
  const { notification } = verifyNotification(fields, expected);
  expect(Object.keys(notification).sort()).toEqual([...Object.keys(success), "sign"].sort());
  expect(Object.getPrototypeOf(notification)).toBe(Object.prototype);
});
