import { describe, expect, test } from "vitest";
import {
  computeNotificationSign,
  defaultSignRules,
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

const withSign = (fields: readonly [string, string][], sign: string) =>
  new Map([...fields, ["sign", sign]] as const);
const verdictOf = (fields: readonly [string, string][], sign: string, rules?: readonly SignRule[]) =>
  verifySign("notification", { fields: withSign(fields, sign) }, { keys, ...(rules && { rules }) });

const signs: [SignRule, string, string[]][] = [
  [
    "received",
    // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&userid=7&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "E6FD74ABE3A74EB688E7110E86D84A34",
    ["payment_period_count", "userid"],
  ],
  [
    "received-attach",
    // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&userid=7&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "A595315D1385BA9FD2C5E30C718EF104",
    ["attach", "payment_period_count", "userid"],
  ],
  [
    "received-zero",
    // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&userid=7&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "6765125C16056FB662698A65C71D1B01",
    ["enabled", "payment_period_count", "userid"],
  ],
  [
    "received-attach-zero",
    // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&userid=7&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "D615A8B02BE1B4C8B723DDAC9E19D734",
    ["attach", "enabled", "payment_period_count", "userid"],
  ],
  [
    "fields",
    // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "10F8C648CE542AA032B88B7C36EE1F0D",
    ["payment_period_count"],
  ],
  [
    "fields-attach",
    // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "F8BC6501FFCE2DBF8024495B87312130",
    ["attach", "payment_period_count"],
  ],
  [
    "fields-zero",
    // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "EC7770F70DB465D28A2FC167D4D77F14",
    ["enabled", "payment_period_count"],
  ],
  [
    "fields-attach-zero",
    // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&enabled=0&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "3DFD1DE52F4819E6C43ED60DB121A3B5",
    ["attach", "enabled", "payment_period_count"],
  ],
  [
    "nine",
    // printf '%s' 'amount=19.99&attach=note 1&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-hosted-key' | md5sum | tr a-f A-F
    "2401005E271C8639669E7005D540BD41",
    ["attach"],
  ],
];

const strengths: Record<SignRule, SignStrength> = {
  nine: 1,
  received: 2,
  "received-attach": 2,
  "received-zero": 3,
  "received-attach-zero": 3,
  fields: 2,
  "fields-attach": 2,
  "fields-zero": 3,
  "fields-attach-zero": 3,
};

describe.each(signs)(
  "rule %s (B-36, NSIG-RECEIVED, NSIG-ATTACH, NSIG-ZERO, NSIG-FIELDS, NSIG-NINE)",
  (rule, sign, more) => {
    test("the verdict has the rule, its signed fields and its strength", () => {
      expect(verdictOf(telling, sign, signRules)).toEqual({
        verified: true,
        rule,
        key: "current",
        signed: new Set([...nine.map(([name]) => name), ...more]),
        strength: { atLeast: strengths[rule], atMost: strengths[rule] },
      });
    });

    test("verifies if it is the only allowed rule", () => {
      expect(verdictOf(telling, sign, [rule])).toMatchObject({ verified: true, rule });
    });

    test("does not verify if it is not allowed", () => {
      const others = signRules.filter((other) => other !== rule);
      expect(verdictOf(telling, sign, others)).toEqual({ verified: false, reason: "mismatch" });
    });

    test("verifies in any order of fields (B-37)", () => {
      expect(verdictOf([...telling].reverse(), sign, signRules)).toMatchObject({ verified: true, rule });
    });

    test.each([...nine.map(([name]) => name), ...more])("does not verify a changed %s", (changed) => {
      const fields = telling.map(([name, value]): [string, string] => [
        name,
        name === changed ? `${value}1` : value,
      ]);
      expect(verdictOf(fields, sign)).toEqual({ verified: false, reason: "mismatch" });
    });
  },
);

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
  expect(verifySign("notification", { fields: withSign(telling, sign) }, { keys: withoutPrevious })).toEqual({
    verified: false,
    reason: "mismatch",
  });
});

test("another merchant's key does not verify", () => {
  // printf '%s' 'amount=19.99&currency=USD&datetime=20261120100000&memberid=10002&orderid=00000000000000000001&payment_period_count=1&returncode=00&transaction_id=202611200001&true_amount=19.99&key=sandbox-link-key' | md5sum | tr a-f A-F
  expect(verdictOf(telling, "589D0AC724B08352FBB2ED54B4ED5A79")).toEqual({
    verified: false,
    reason: "mismatch",
  });
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

test("a notification without a sign is refused (NSIG-MISSING)", () => {
  expect(verifySign("notification", { fields: new Map(nine) }, { keys })).toEqual({
    verified: false,
    reason: "missing",
  });
  expect(verifySign("notification", { fields: new Map() }, { keys })).toEqual({
    verified: false,
    reason: "missing",
  });
});

test("without an allowed rule, nothing verifies", () => {
  expect(verdictOf(nine, plainSign, [])).toEqual({ verified: false, reason: "mismatch" });
});

test("unusual fields return a verdict and throw no error (B-36)", () => {
  const odd: [string, string][] = [
    ["__proto__", "1"],
    ["", "2"],
    ["\uD800", "\uDC00"],
    ["a&b=c", "d&key=e"],
    ["x".repeat(10_000), "y".repeat(100_000)],
  ];
  expect(verdictOf(odd, plainSign)).toEqual({ verified: false, reason: "mismatch" });
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
