import { expect, it } from "vitest";
import { computeNotificationSign, computeRequestSign, isSameSign } from "../src/signature.ts";

// Every digest here was made with md5sum from the text in the comment above it.

it("signs the seven fields of a submission and nothing else (SIG-FIELDS, SIG-ORDER, SIG-DIGEST)", () => {
  const form = new Map([
    ["pay_memberid", "10002"],
    ["pay_orderid", "00000000000000000001"],
    ["pay_applydate", "2026-01-02 03:04:05"],
    ["pay_bankcode", "901"],
    ["pay_notifyurl", "http://127.0.0.1:3000/notify"],
    ["pay_callbackurl", "http://127.0.0.1:3000/return"],
    ["pay_amount", "19.99"],
    ["pay_currency", "EUR"],
    ["pay_type", "link"],
  ]);
  // pay_amount=19.99&pay_applydate=2026-01-02 03:04:05&pay_bankcode=901&pay_callbackurl=http://127.0.0.1:3000/return
  // &pay_memberid=10002&pay_notifyurl=http://127.0.0.1:3000/notify&pay_orderid=00000000000000000001&key=sandbox-hosted-key
  expect(computeRequestSign(form, "sandbox-hosted-key")).toBe("C78BB2D324046415088352B73E1C2F50");
});

it("signs raw UTF-8 values (SIG-ORDER)", () => {
  const form = new Map([
    ["pay_amount", "0.10"],
    ["pay_applydate", "2026-11-20 23:59:59"],
    ["pay_bankcode", "901"],
    ["pay_callbackurl", "http://localhost/zurück?a=1"],
    ["pay_memberid", "10001"],
    ["pay_notifyurl", "http://localhost/n"],
    ["pay_orderid", "注文-7"],
  ]);
  // pay_amount=0.10&pay_applydate=2026-11-20 23:59:59&pay_bankcode=901&pay_callbackurl=http://localhost/zurück?a=1
  // &pay_memberid=10001&pay_notifyurl=http://localhost/n&pay_orderid=注文-7&key=sandbox-card-key
  expect(computeRequestSign(form, "sandbox-card-key")).toBe("D180CFB9B226AAA55EBB977B88CDE925");
});

it("omits empty fields of a submission (SIG-EMPTY)", () => {
  // pay_amount=1.00&key=k
  expect(computeRequestSign(new Map([["pay_amount", "1.00"]]), "k")).toBe("395C901A831BFFB9D5E6280BC661BDFD");
});

const closing = new Map([
  ["memberid", "10004"],
  ["orderid", "SUB-1"],
  ["amount", "42.50"],
  ["true_amount", "1.00"],
  ["currency", "EUR"],
  ["transaction_id", "111111111111"],
  ["returncode", "00"],
  ["datetime", "20261120100000"],
  ["payment_transaction_id", "222222222222"],
  ["payment_period_count", "1"],
  ["enabled", "0"],
  ["msg", ""],
  ["sign", "whatever"],
  ["attach", "a note"],
]);

it("signs all fields of a notification except sign, attach, and the empty values of PHP (NSIG-RECEIVED)", () => {
  // amount=42.50&currency=EUR&datetime=20261120100000&memberid=10004&orderid=SUB-1&payment_period_count=1
  // &payment_transaction_id=222222222222&returncode=00&transaction_id=111111111111&true_amount=1.00&key=sandbox-subscription-key
  expect(computeNotificationSign(closing, "sandbox-subscription-key")).toBe(
    "05051FC54021BFE04128A7BD273752C9",
  );
});

// The same text, with attach=a note after amount, enabled=0 after datetime, or both; nine ends without the two
// payment_ fields.
it.each([
  ["with_attach", "FB699A3C0E106F360D7C5B42A3E8A14A"],
  ["with_zero", "45FF97E1297164F16890C8489D0E0057"],
  ["with_attach_and_zero", "A803E5AA60F5216FBE967332FD3F5625"],
  ["nine_fields", "7C4959B97BFE1B6AE59FE650BF9E4640"],
] as const)("signs a notification by the rule %s (NSIG-ATTACH, NSIG-ZERO, NSIG-NINE)", (rule, sign) => {
  expect(computeNotificationSign(closing, "sandbox-subscription-key", rule)).toBe(sign);
});

it.each([
  ["protocol_fields", "05051FC54021BFE04128A7BD273752C9"],
  ["protocol_fields_with_attach", "FB699A3C0E106F360D7C5B42A3E8A14A"],
  ["protocol_fields_with_zero", "45FF97E1297164F16890C8489D0E0057"],
  ["protocol_fields_with_attach_and_zero", "A803E5AA60F5216FBE967332FD3F5625"],
] as const)(
  "signs the same texts by the rule %s, whatever msg and unknown fields are (NSIG-FIELDS)",
  (rule, sign) => {
    const more = new Map([...closing, ["msg", "No Card record"], ["userid", "15452"], ["card_type", "0"]]);
    expect(computeNotificationSign(more, "sandbox-subscription-key", rule)).toBe(sign);
  },
);

it("compares signs of any length", () => {
  expect(isSameSign("AB", "AB")).toBe(true);
  expect(isSameSign("AB", "AC")).toBe(false);
  expect(isSameSign("AB", "ABC")).toBe(false);
});
