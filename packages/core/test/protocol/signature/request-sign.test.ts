import { expect, test } from "vitest";
import {
  type FormField,
  signedRequestFields,
  signRequest,
} from "../../../src/protocol/signature/request-sign.ts";
import { Secret } from "../../../src/secret.ts";

// Every digest in this file was made with md5sum by the line above it; `tr a-f A-F` makes it upper case.

const documented: FormField[] = [
  ["pay_memberid", "10002"],
  ["pay_orderid", "00000000000000000001"],
  ["pay_applydate", "2026-01-02 03:04:05"],
  ["pay_bankcode", "901"],
  ["pay_notifyurl", "http://127.0.0.1:3000/notify"],
  ["pay_callbackurl", "http://127.0.0.1:3000/return"],
  ["pay_amount", "19.99"],
];
// printf '%s' 'pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return&pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key' | md5sum | tr a-f A-F
const documentedSign = "C78BB2D324046415088352B73E1C2F50";
const hostedKey = new Secret("sandbox-hosted-key");

test("the request has the sign of the example in docs/reference/protocol.md (B-36, SIG-FIELDS, SIG-ORDER, SIG-KEY, SIG-DIGEST)", () => {
  expect(signRequest(documented, hostedKey)).toBe(documentedSign);
});

test("the order of the input fields does not change the sign (SIG-ORDER)", () => {
  expect(signRequest([...documented].reverse(), hostedKey)).toBe(documentedSign);
  expect(signRequest([...documented].sort(), hostedKey)).toBe(documentedSign);
  expect(signRequest(new Map(documented), hostedKey)).toBe(documentedSign);
});

test.each(documented.map(([name]) => name))("a changed %s changes the signature (SIG-FIELDS)", (changed) => {
  const fields = documented.map(([name, value]): FormField => [name, name === changed ? `${value}0` : value]);
  expect(signRequest(fields, hostedKey)).not.toBe(documentedSign);
});

test("the signed fields are the documented ones (SIG-FIELDS)", () => {
  expect([...signedRequestFields].sort()).toEqual(documented.map(([name]) => name).sort());
});

test("another key, also by one character, makes another signature (SIG-KEY)", () => {
  expect(signRequest(documented, new Secret("sandbox-hosted-kez"))).not.toBe(documentedSign);
});

test.each<[string, Record<string, string>, key: string, sign: string]>([
  // printf '%s' 'pay_amount=1.00&pay_bankcode=901&pay_memberid=10002&key=k' | md5sum | tr a-f A-F
  [
    "an empty value is left out (B-37, SIG-EMPTY)",
    { pay_amount: "1.00", pay_applydate: "", pay_bankcode: "901", pay_memberid: "10002", pay_orderid: "" },
    "k",
    "E2EE763C599AC87F73237F8B4D436BA8",
  ],
  // printf '%s' 'key=k' | md5sum | tr a-f A-F
  ["without any value only the key is left (SIG-EMPTY)", {}, "k", "4B85A6894E0FDB0B6F6E58870839FDAF"],
])("%s", (...[, fields, key, sign]) => {
  expect(signRequest(Object.entries(fields), new Secret(key))).toBe(sign);
});
