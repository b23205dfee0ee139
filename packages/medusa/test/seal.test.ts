import { money } from "@pay-index/core";
import { describe, expect, test } from "vitest";
import { paidData, pendingData, type SealKeys, sealedPayment } from "../src/seal.ts";

const keys: SealKeys = { merchantId: "10002", key: "sandbox-hosted-key" };
const session = { providerId: "pp_pay-index_hosted", sessionId: "payses_1" };
const payment = { orderNumber: "ABCDEFGHJKMNPQRSTVWX", money: money(2499, "USD"), transactionId: "7" };
const data = paidData(keys, session, { ...payment, variant: "hosted" });

test("a paid session is sealed, and read back", () => {
  expect(sealedPayment(keys, session, data)).toEqual(payment);
});

// By `openssl kdf … HKDF`, and `openssl dgst -sha256 -mac HMAC` of 1:119:pp_pay-index_hosted8:payses_120:ABCD…4:24993:USD4:paid1:7
test("the seal is the same in every release", () => {
  expect(data.seal).toBe("9dv22QGYCdRKPi1SkiukIA2NcnW4jdV1AHYWt7wBbsU");
});

test("a renewal's seal is for its cycle and no other, and none for the sale", () => {
  const renewal = paidData(keys, session, { ...payment, cycle: 2, variant: "hosted" });
  expect(sealedPayment(keys, session, renewal)).toEqual({ ...payment, cycle: 2 });
  for (const cycle of [3, null, "2"])
    expect(sealedPayment(keys, session, { ...renewal, cycle })).toBeUndefined();
  expect(sealedPayment(keys, session, { ...data, cycle: 2 })).toBeUndefined();
});

describe("nothing else pays", () => {
  test.each<[string, Record<string, unknown> | undefined]>([
    ["no data", undefined],
    ["what a shopper made up", { state: "paid", paid: true }],
    ["a pending seal", { ...data, ...pendingData(keys, session, "hosted") }],
    ["a pending seal that says paid", { ...data, seal: pendingData(keys, session, "hosted").seal }],
    ["another amount", { ...data, amount: 1 }],
    ["an amount that is text", { ...data, amount: "2499" }],
    ["another currency", { ...data, currency: "JPY" }],
    ["another payment", { ...data, order_number: "BBCDEFGHJKMNPQRSTVWX" }],
    ["another transaction", { ...data, transaction: "8" }],
    // Both texts are of the same letters in a row.
    [
      "a part that took a letter of the next",
      { ...data, order_number: "ABCDEFGHJKMNPQRSTVWX2", amount: 499 },
    ],
    ["no seal", { ...data, seal: "" }],
    ["a seal that is no text", { ...data, seal: [data.seal] }],
  ])("%s", (_what, changed) => {
    expect(sealedPayment(keys, session, changed)).toBeUndefined();
  });

  test.each([
    ["another session", { ...session, sessionId: "payses_2" }],
    ["another provider", { ...session, providerId: "pp_pay-index_link" }],
    ["no session", { ...session, sessionId: "" }],
  ])("the seal of %s", (_what, other) => {
    expect(sealedPayment(keys, other, data)).toBeUndefined();
  });

  test("a seal by another key, or for another merchant", () => {
    expect(sealedPayment({ ...keys, key: "k" }, session, data)).toBeUndefined();
    expect(sealedPayment({ ...keys, merchantId: "10003" }, session, data)).toBeUndefined();
  });
});

test("after a change of keys the old seals still hold", () => {
  const rotated = { ...keys, key: "new", previousKeys: ["older", keys.key] };
  expect(sealedPayment(rotated, session, data)).toEqual(payment);
});
