import { describe, expect, test } from "vitest";
import {
  computeNotificationSign,
  defaultSignRules,
  greatestStrength,
  type SignRule,
  type SignStrength,
  signRules,
  verifySign,
} from "../../../src/protocol/signature/notification-sign.ts";
import { Secret } from "../../../src/secret.ts";

// Every sign in this file was made with md5sum by the line above it; `tr a-f A-F` makes it upper case.

const nine: [string, string][] = [
  ["memberid", "10002"],
  ["orderid", "00000000000000000001"],
  ["amount", "19.99"],
  ["true_amount", "19.99"],
  ["currency", "USD"],
  ["transaction_id", "202611200001"],
  ["returncode", "00"],
  ["datetime", "20261120100000"],
];
/** A notification in which each sign rule signs another set of fields. */
const telling: [string, string][] = [
  ...nine,
  ["attach", "note 1"],
  ["enabled", "0"],
  ["payment_period_count", "1"],
  ["userid", "7"],
  ["msg", ""],
];
const keys = { current: new Secret("sandbox-hosted-key"), previous: [new Secret("hosted-key-of-2025")] };

const mismatch = { verified: false, reason: "mismatch" } as const;
const withSign = (fields: readonly [string, string][], sign: string) =>
  new Map([...fields, ["sign", sign]] as const);
const verdictOf = (fields: readonly [string, string][], sign: string, rules?: readonly SignRule[]) =>
  verifySign("notification", { fields: withSign(fields, sign) }, { keys, ...(rules && { rules }) });

/** Rule, sign, the signed fields beyond the eight, and the strength of the rule. */
const signs: readonly (readonly [SignRule, sign: string, more: readonly string[], SignStrength])[] = [
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&userid=7&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["received", "E6FD74ABE3A74EB688E7110E86D84A34", ["payment_period_count", "userid"], 2],
  // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&userid=7&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["received-attach", "A595315D1385BA9FD2C5E30C718EF104", ["attach", "payment_period_count", "userid"], 2],
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&userid=7&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["received-zero", "6765125C16056FB662698A65C71D1B01", ["enabled", "payment_period_count", "userid"], 3],
  // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&userid=7&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  [
    "received-attach-zero",
    "D615A8B02BE1B4C8B723DDAC9E19D734",
    ["attach", "enabled", "payment_period_count", "userid"],
    3,
  ],
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["fields", "10F8C648CE542AA032B88B7C36EE1F0D", ["payment_period_count"], 2],
  // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["fields-attach", "F8BC6501FFCE2DBF8024495B87312130", ["attach", "payment_period_count"], 2],
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["fields-zero", "EC7770F70DB465D28A2FC167D4D77F14", ["enabled", "payment_period_count"], 3],
  // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  [
    "fields-attach-zero",
    "3DFD1DE52F4819E6C43ED60DB121A3B5",
    ["attach", "enabled", "payment_period_count"],
    3,
  ],
  // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["nine", "2401005E271C8639669E7005D540BD41", ["attach"], 1],
];

describe.each(signs)(
  "rule %s (B-36, NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-FIELDS, NSIG-NINE)",
  (...[rule, sign, more, strength]) => {
    test("the verdict has the rule, its signed fields and its strength", () => {
      expect(verdictOf(telling, sign, signRules)).toEqual({
        verified: true,
        rule,
        key: "current",
        signed: new Set([...nine.map(([name]) => name), ...more]),
        strength: { atLeast: strength, atMost: strength },
      });
    });

    test("verifies if and only if it is allowed, in any order of fields (B-37)", () => {
      expect(verdictOf([...telling].reverse(), sign, [rule])).toMatchObject({ verified: true, rule });
      const others = signRules.filter((other) => other !== rule);
      expect(verdictOf(telling, sign, others)).toEqual(mismatch);
    });

    test.each([...nine.map(([name]) => name), ...more])("does not verify a changed %s", (changed) => {
      const fields = Object.entries({ ...Object.fromEntries(telling), [changed]: "changed" });
      expect(verdictOf(fields, sign)).toEqual(mismatch);
    });
  },
);

test("the sign of the sender's own bytes verifies its text (NOT-CHARSET, SIG-DIGEST)", () => {
  // printf 'msg=\xd6\xd0&key=k' | md5sum | tr a-f A-F
  const fields = withSign([["msg", "中"]], "F78E9F10A5FCF103094CA9BE11286739");
  const bytes = new Map([...fields, ["msg", "\xD6\xD0"]] as const);
  const allowed = { keys: { current: new Secret("k"), previous: [] } };
  expect(verifySign("notification", { fields, bytes }, allowed)).toMatchObject({ verified: true });
  expect(verifySign("notification", { fields }, allowed)).toEqual(mismatch);
});

test("by default every rule is tried except the one of nine fields (NSIG-NINE)", () => {
  const byDefault = signs.flatMap(([rule, sign]) => (verdictOf(telling, sign).verified ? [rule] : []));
  expect(byDefault).toEqual([...defaultSignRules]);
  expect(byDefault).toEqual(signRules.filter((rule) => rule !== "nine"));
});

describe("the verdict limits the strength of the gateway's rule (NSIG-WEAKER)", () => {
  test("a text that all rules share limits nothing", () => {
    expect(verdictOf(nine, plainSign)).toMatchObject({ strength: { atLeast: 1, atMost: 3 } });
  });

  test("a signed field beyond the nine excludes the weakest rule, also if only that rule is allowed", () => {
    // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&enabled=1&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    const sign = "DB9AB65640563FE0F84C91F8E9FE760C";
    const fields: [string, string][] = [...nine, ["enabled", "1"]];
    for (const rules of [signRules, ["received"]] as const)
      expect(verdictOf(fields, sign, rules)).toMatchObject({ strength: { atLeast: 2, atMost: 3 } });
  });

  test("an unsigned 0 excludes the strongest rule", () => {
    expect(verdictOf([...nine, ["enabled", "0"]], plainSign)).toMatchObject({
      rule: "received",
      strength: { atLeast: 1, atMost: 2 },
    });
  });
});

test.each<[SignRule[], number]>([
  [["nine"], 1],
  [["nine", "fields", "received"], 2],
  [["received-zero", "fields", "nine"], 3],
])("the strongest of the rules %j has the strength %i (NSIG-WEAKER)", (rules, strength) => {
  expect(greatestStrength(rules)).toBe(strength);
});

test("the table contains every rule", () => {
  expect(signs.map(([rule]) => rule)).toEqual([...signRules]);
});

test("an unknown extra field is signed under the first rule (B-37, NSIG-RECEIVED)", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&msg=Zahlung geprüft ✓&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  const sign = "3302BE205B6887B82B71BE825C44099E";
  expect(verdictOf([...nine, ["msg", "Zahlung geprüft ✓"]], sign)).toMatchObject({
    verified: true,
    rule: "received",
  });
  expect(verdictOf([...nine, ["msg", "Zahlung gepruft ✓"]], sign)).toMatchObject({ verified: false });
});

// printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
const plainSign = "5DD9DD369C7EA2B12ECF4C9E7BAF5ED9";

test("the first rule matches if all rules have the same text", () => {
  expect(verdictOf(nine, plainSign)).toMatchObject({ verified: true, rule: "received", key: "current" });
  expect(verdictOf(nine, plainSign, ["nine", "received"])).toMatchObject({ verified: true, rule: "nine" });
});

test("empty values are not signed under any rule (B-37, SIG-EMPTY)", () => {
  const fields: [string, string][] = [...nine, ["attach", ""], ["enabled", ""], ["msg", ""]];
  for (const rule of signRules)
    expect(verdictOf(fields, plainSign, [rule])).toMatchObject({ verified: true });
});

test("a previous key verifies, and the verdict names it (KEY-ROTATION, B-44)", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=hosted-key-of-2025' | md5sum | tr a-f A-F
  const sign = "C085D00114936E01999B352C13EE01D7";
  expect(verdictOf(telling, sign)).toMatchObject({ verified: true, rule: "fields", key: "previous" });
  const withoutPrevious = { current: keys.current, previous: [] };
  expect(verifySign("notification", { fields: withSign(telling, sign) }, { keys: withoutPrevious })).toEqual(
    mismatch,
  );
});

test("another merchant's key does not verify", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-link-key' | md5sum | tr a-f A-F
  expect(verdictOf(telling, "589D0AC724B08352FBB2ED54B4ED5A79")).toEqual(mismatch);
});

test.each([
  ["31 characters", plainSign.slice(0, 31), "malformed"],
  ["33 characters", `${plainSign}0`, "malformed"],
  ["a line break after it", `${plainSign}\n`, "malformed"],
  ["a blank before it", ` ${plainSign}`, "malformed"],
  ["no hexadecimal digits", "G".repeat(32), "malformed"],
  ["full-width digits", "０".repeat(32), "malformed"],
  ["half a surrogate pair", `${plainSign.slice(0, 31)}\uD800`, "malformed"],
  ["a megabyte", "A".repeat(1_000_000), "malformed"],
  ["nothing in it", "", "missing"],
  ["the last digit changed", `${plainSign.slice(0, 31)}8`, "mismatch"],
])("a sign with %s is refused (NSIG-CASE, NSIG-MISSING)", (_, sign, reason) => {
  expect(verdictOf(nine, sign)).toEqual({ verified: false, reason });
});

test("a notification without a sign is refused, and without an allowed rule, nothing verifies (NSIG-MISSING)", () => {
  for (const fields of [new Map(nine), new Map()])
    expect(verifySign("notification", { fields }, { keys })).toEqual({ verified: false, reason: "missing" });
  expect(verdictOf(nine, plainSign, [])).toEqual(mismatch);
});

/** Values that a careless rule would leave unsigned, or sort otherwise. */
test.each([
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&msg= &orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["a blank is not empty", "A51D5CF57E9F5A69F5F6A114318392E6", { msg: " " }],
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&transaction_id=202611200001&true_amount=0.00&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["0.00 is not 0", "F06785517D9D64078969054A1BCC6855", { true_amount: "0.00", returncode: "2" }],
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=2&transaction_id=202611200001&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["an amount of 0 is not signed", "B20BFAAA29FE80D94B789F1FD4B9B89F", { true_amount: "0", returncode: "2" }],
  // printf '%s' 'B=2&_a=1&amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["capitals sort before small letters", "78EB0181D26347F62FB483ACF67B1E03", { _a: "1", B: "2" }],
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&～=1&😀=2&key=sandbox-hosted-key' | md5sum | tr a-f A-F
  ["names sort by bytes", "B8E5B4ACF650A1DA74BC9FF5D30D6C03", { "～": "1", "😀": "2" }],
])("%s (B-36, SIG-EMPTY, SIG-ORDER)", (_, sign, changes) => {
  const fields = Object.entries({ ...Object.fromEntries(nine), ...changes });
  expect(verdictOf(fields, sign)).toMatchObject({ verified: true, rule: "received" });
});

test("unusual fields return a verdict and throw no error (B-36)", () => {
  const odd: [string, string][] = [
    ["__proto__", "1"],
    ["", "2"],
    ["\uD800", "\uDC00"],
    ["a&b=c", "d&key=e"],
    ["x".repeat(10_000), "y".repeat(100_000)],
  ];
  expect(verdictOf(odd, plainSign)).toEqual(mismatch);
});

test("the sign of a notification ignores a sign among the fields, and covers every received field by default", () => {
  const fields = new Map<string, string>([...nine, ["sign", "X"]]);
  expect(computeNotificationSign(fields, keys.current)).toBe(plainSign);
  const more = new Map<string, string>([...nine, ["msg", "ok"]]);
  expect(computeNotificationSign(more, keys.current)).toBe(
    computeNotificationSign(more, keys.current, "received"),
  );
  expect(computeNotificationSign(more, keys.current)).not.toBe(plainSign);
  expect(computeNotificationSign(more, keys.current, "nine")).toBe(plainSign);
});
