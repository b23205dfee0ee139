import { describe, expect, test } from "vitest";
import { notificationDigest } from "../../../src/protocol/notification/verify-notification.ts";
import { exampleSuccess } from "./example-notifications.ts";

const subscription = { ...exampleSuccess, payment_transaction_id: "M1", payment_period_count: "1" };
const digestOf = (changed: Record<string, string> = {}) =>
  notificationDigest(new Map(Object.entries({ ...subscription, ...changed })));

describe("a repeated notification has the same digest (NOT-REPEAT, B-07)", () => {
  test.each<[string, Record<string, string>]>([
    ["nothing changed", {}],
    ["another time and another sign", { datetime: "20261120100010", sign: "0".repeat(32) }],
    ["an attachment", { attach: "note 1" }],
    ["an empty attachment", { attach: "" }],
    ["more zeros", { amount: "19.9900", true_amount: "19.990" }],
    ["zeros in front", { amount: "0019.99" }],
    ["an empty extra field", { msg: "" }],
  ])("with %s", (_, changed) => {
    expect(digestOf(changed)).toBe(digestOf());
  });

  test("with another order of fields", () => {
    const fields = Object.entries(subscription);
    expect(notificationDigest(new Map(fields.toReversed()))).toBe(notificationDigest(new Map(fields)));
  });
});

describe("a changed notification has another digest (NOT-REPEAT)", () => {
  const changes: Record<string, string>[] = [
    ...["20.00", "19.991", "19,99", ""].map((amount) => ({ amount })),
    ...["EUR", "usd"].map((currency) => ({ currency })),
    ...["2", "0"].map((returncode) => ({ returncode })),
    ...["0", "1"].map((enabled) => ({ enabled })),
    ...[{ true_amount: "19.98" }, { transaction_id: "202611200002" }, { payment_period_count: "2" }],
    ...[{ payment_transaction_id: "M2" }, { alert_type: "Refund" }, { msg: "No Card record" }],
    ...[{ memberid: "10003" }, { orderid: "00000000000000000002" }],
  ];

  test("and all changes have different digests", () => {
    const digests = [{}, ...changes].map((changed) => digestOf(changed));
    expect(new Set(digests).size).toBe(1 + changes.length);
  });

  test("and the border between two fields counts", () => {
    const a = notificationDigest(new Map([["a", 'x"],["b","y']]));
    const b = notificationDigest(new Map(Object.entries({ a: "x", b: "y" })));
    expect(a).not.toBe(b);
  });
});

test("the digest is SHA-256 in hexadecimal", () => {
  // printf '%s' '[["a","1"]]' | sha256sum
  expect(notificationDigest(new Map([["a", "1"]]))).toBe(
    "57bfe7a5665fd3e5b7872b4dc4b0752144714ed463048a8448c04a15e4596dba",
  );
  const two = new Map(Object.entries({ b: "2", a: "1" }));
  // printf '%s' '[["a","1"],["b","2"]]' | sha256sum
  expect(notificationDigest(two)).toBe("5f13efef7cdd95e7a0171a4cc6ef643955a42f10ad9dd98c6b2f1f4e6903f7f5");
});
