import { expect, it } from "vitest";
import { readFaultForm, readScopeChoice } from "../../src/inspector/faults/fault-form.ts";
import { readPastedSigningText } from "../../src/inspector/rejected/read-pasted-signing-text.ts";
import { findDeliveryFailureAdvice } from "../../src/inspector/texts/delivery-failure-advice.ts";
import { merchants } from "../../src/merchants.ts";
import type { Delivery } from "../../src/orders/order.ts";
import { findNotificationSigningText } from "../../src/signature-diagnosis/diagnose-notification-sign.ts";
import { formatDuration, formatRelativeTime } from "../../src/time-text.ts";

it.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [18_000, "18 s"],
  [59_600, "1 min"],
  [200_000, "3 min 20 s"],
  [7_500_000, "2 h 5 min"],
  [31 * 86_400_000, "31 days"],
])("formats %d ms as %s", (milliseconds, spoken) => expect(formatDuration(milliseconds)).toBe(spoken));

it("formats times before and after now", () => {
  expect([formatRelativeTime(18_000, 0), formatRelativeTime(0, 0), formatRelativeTime(0, 90_000)]).toEqual([
    "in 18 s",
    "just now",
    "1 min 30 s ago",
  ]);
});

function delivery(outcome: Delivery["outcome"], httpStatus?: number, reply?: string): Delivery {
  const money = { transactionId: "1", returncode: "00" } as const;
  const answer = { ...(httpStatus ? { httpStatus } : {}), ...(reply === undefined ? {} : { reply }) };
  return { number: 1, message: 1, try: 1, at: "", milliseconds: 1, outcome, ...money, ...answer };
}

it.each([
  [delivery("refused", 403, "Forbidden"), /CSRF/],
  [delivery("refused", 200, '"ok"'), /two capital letters/],
  [delivery("refused", 401, "mismatch"), /signature wrong/],
  [delivery("refused", 401, "unsigned"), /found no sign/],
  [delivery("refused", 404, "Not found"), /no such route/],
  [delivery("refused", 415, ""), /x-www-form-urlencoded/],
  [delivery("refused", 500, "oops"), /log/],
  [delivery("refused", 200, "<!doctype html>"), /page/],
  [delivery("refused", 200, ""), /empty/],
  [delivery("refused", 200, "thanks"), /Only the two letters OK/],
  [delivery("redirect", 302, ""), /Redirects are not followed/],
  [delivery("timeout"), /afterwards/],
  [delivery("unreachable"), /container/],
])("explains the reply %j (REP-OK)", (answer, says) =>
  expect(findDeliveryFailureAdvice(answer)).toMatch(says),
);

it("displays the text of a notification's sign, and detects if there is none (NSIG-RECEIVED)", () => {
  // printf 'amount=1.00&memberid=10002&key=sandbox-hosted-key' | md5sum
  const body = "memberid=10002&amount=1.00&empty=&sign=4047F12041CC009E627405E1AF4ABBF6&attach=";
  expect(findNotificationSigningText(body, "10002")).toEqual({
    text: "amount=1.00&memberid=10002&key=***",
    expected: "4047F12041CC009E627405E1AF4ABBF6",
    sent: "4047F12041CC009E627405E1AF4ABBF6",
  });
  const spoiled = findNotificationSigningText(body.replace("1.00", "2.00"), "10002");
  expect(spoiled.sent).not.toBe(spoiled.expected);
  expect(findNotificationSigningText("amount=1.00", "10002").sent).toBe("");
});

it("compares a pasted text and does not display its key (SIG-KEY)", () => {
  const merchant = merchants[1]!;
  expect(readPastedSigningText("a=1&key=sandbox-hosted-key\r\n", merchant)).toEqual({ text: "a=1&key=***" });
  expect(readPastedSigningText("a=1&key=sandbox-card-key", merchant).keyProblem).toContain(
    "merchant 10001 (card)",
  );
  expect(readPastedSigningText("a=1&key=sandbox-hosted-key ", merchant).keyProblem).toContain("blanks");
  expect(readPastedSigningText("a=1", merchant)).toEqual({
    text: "a=1",
    keyProblem: "There is no key= in it.",
  });
});

it.each([
  ["kind=duplicate&copies=3&together=yes", { kind: "duplicate", copies: 3, together: true }],
  ["kind=drop&tries=", { kind: "drop" }],
  ["kind=lost_call&when=before&operation=refund", { kind: "lost_call", when: "before", operation: "refund" }],
  ["kind=broken_reply&as=no_currency&operation=", { kind: "broken_reply", as: "no_currency" }],
  ["kind=wrong_cycle&count=02", { kind: "wrong_cycle", count: "02" }],
  ["kind=wrong_cycle&count=", { kind: "wrong_cycle" }],
  ["kind=decline_cycle&attempts=1", { kind: "decline_cycle", attempts: 1 }],
  ["kind=constructor", undefined],
])("reads the form of a fault: %s", (form, fault) => {
  expect(readFaultForm(new URLSearchParams(form))).toEqual(fault);
});

it.each(["soon", "", "9999"])("names the invalid part of the form of a fault: %j seconds", (seconds) => {
  const read = () => readFaultForm(new URLSearchParams({ kind: "delay", seconds }));
  const message = seconds === "soon" ? "Write a number" : expect.any(String);
  expect(read).toThrow(expect.objectContaining({ field: "seconds", message }));
});

it.each([
  [{}, { of: "next", sales: 1 }],
  [{ of: "all" }, { of: "all" }],
  [{ of: "merchant-10003" }, { of: "merchant", merchantId: "10003" }],
  [
    { of: "order", order: "A-1", merchant: "10002" },
    { of: "order", orderId: "A-1", merchantId: "10002" },
  ],
  [{ of: "order" }, { of: "next", sales: 1 }],
  [{ of: "merchant-nonsense" }, { of: "next", sales: 1 }],
])("reads the scope of %j", (query: Record<string, string>, scope) => {
  expect(readScopeChoice((name) => query[name]).scope).toEqual(scope);
});
