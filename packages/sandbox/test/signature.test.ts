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

it("leaves empty fields of a submission out (SIG-EMPTY)", () => {
  // pay_amount=1.00&key=k
  expect(computeRequestSign(new Map([["pay_amount", "1.00"]]), "k")).toBe("395C901A831BFFB9D5E6280BC661BDFD");
});

it("signs all of a notification but sign, attach, and what PHP calls empty (NSIG-RECEIVED)", () => {
  const fields = new Map([
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
  // amount=42.50&currency=EUR&datetime=20261120100000&memberid=10004&orderid=SUB-1&payment_period_count=1
  // &payment_transaction_id=222222222222&returncode=00&transaction_id=111111111111&true_amount=1.00&key=sandbox-subscription-key
  expect(computeNotificationSign(fields, "sandbox-subscription-key")).toBe(
    "05051FC54021BFE04128A7BD273752C9",
  );
});

it("compares signs of any length", () => {
  expect(isSameSign("AB", "AB")).toBe(true);
  expect(isSameSign("AB", "AC")).toBe(false);
  expect(isSameSign("AB", "ABC")).toBe(false);
});
