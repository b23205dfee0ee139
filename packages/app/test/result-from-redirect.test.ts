import { expect, test, vi } from "vitest";
import { openPayment, type PaymentPageOpener, type PaymentPageOutcome } from "../src/index.ts";
import { browserWithOutcome } from "./fake-opener-and-storage.ts";

const url = "https://gateway.example/pay/1";
const back = (query: string): PaymentPageOutcome => `https://shop.example/paid?${query}`;

/** SPEC 2.7 and 7, without an address to ask: each row as it stands there. */
const rules: readonly [
  rule: string,
  ending: PaymentPageOutcome,
  status: 1 | 2,
  message: string,
  orderId: string,
][] = [
  ["succeeded", back("paymentStatus=succeeded&orderID=A1"), 1, "Payment successful.", "A1"],
  ["SUCCEEDED", back("orderID=A1&paymentStatus=SUCCEEDED"), 1, "Payment successful.", "A1"],
  ["fail", back("paymentStatus=fail&orderID=A1"), 2, "Payment failed.", "A1"],
  ["processing", back("paymentStatus=processing&orderID=A1"), 2, "Payment failed.", "A1"],
  ["success, which is another word", back("paymentStatus=success&orderID=A1"), 2, "Payment failed.", "A1"],
  ["nothing", back("orderID=A1"), 2, "Payment failed.", "A1"],
  ["succeeded, without an order", back("paymentStatus=succeeded"), 1, "Payment successful.", ""],
  ["no query", "teashop://paid", 2, "Payment failed.", ""],
  ["an escaped order", back("paymentStatus=succeeded&orderID=A%2F1+2"), 1, "Payment successful.", "A/1 2"],
  ["an order nobody can decode", back("paymentStatus=succeeded&orderID=%E0"), 1, "Payment successful.", ""],
  ["the first of two words", back("paymentStatus=fail&paymentStatus=succeeded"), 2, "Payment failed.", ""],
  ["another name in front", back("xpaymentStatus=succeeded&orderID=A1"), 2, "Payment failed.", "A1"],
  ["names in another case", back("paymentstatus=succeeded&orderid=A1"), 2, "Payment failed.", ""],
  ["a word after the #", "https://shop.example/paid#?paymentStatus=succeeded", 2, "Payment failed.", ""],
  ["missing context", "context_missing", 2, "There is nothing to open the payment page in.", ""],
  ["missing or destroyed screen", "screen_gone", 2, "The screen with the payment page is gone.", ""],
  ["launch failure", "launch_failed", 2, "The payment page could not be opened.", ""],
  ["page load failure", "load_failed", 2, "The payment page could not be loaded.", ""],
  ["closed page", "closed", 2, "The payment page was closed.", ""],
];

test.each(rules)("APP-REDIRECT, APP-FAILURE: %s", async (...rule) => {
  const [, ending, status, message, orderId] = rule;
  const result = await openPayment({ url, browser: browserWithOutcome(ending) });
  expect(result).toEqual({ status, message, orderId, confirmed: false });
});

test.each([
  "",
  "gateway.example/pay/1",
  "https:///pay",
  "https://gateway.example/a b",
  "javascript://gateway.example/%0Aalert(1)",
  "teashop://pay",
  undefined as unknown as string,
])("APP-FAILURE: opens no page for the address %j", async (wrong) => {
  const browser = browserWithOutcome("closed");
  const open = vi.spyOn(browser, "open");
  expect(await openPayment({ url: wrong, browser })).toEqual({
    status: 2,
    message: "The payment address is invalid.",
    orderId: "",
    confirmed: false,
  });
  expect(open).not.toHaveBeenCalled();
});

test.each([
  ["a missing browser", undefined, "There is nothing to open the payment page in."],
  [
    "a browser that throws",
    { open: () => Promise.reject(new Error("no activity")) },
    "The payment page could not be opened.",
  ],
])("APP-FAILURE: %s has its message", async (_, browser, message) => {
  const result = await openPayment({ url, browser: browser as PaymentPageOpener, attemptId: "A1" });
  expect(result).toEqual({ status: 2, message, orderId: "A1", confirmed: false });
});

test("APP-RESULT: the status 3 (cancelled) needs a closed page and the option cancelStatus", async () => {
  const failing = ["launch_failed", "load_failed", "screen_gone", back("paymentStatus=fail")] as const;
  for (const ending of failing)
    expect((await openPayment({ url, browser: browserWithOutcome(ending), cancelStatus: true })).status).toBe(
      2,
    );
  const cancelled = await openPayment({ url, browser: browserWithOutcome("closed"), cancelStatus: true });
  expect(cancelled).toEqual({ status: 3, message: "Payment cancelled.", orderId: "", confirmed: false });
});

test("openPayment closes the page before it resolves, also if closing fails", async () => {
  const close = vi.fn(() => Promise.reject(new Error("was closed")));
  await openPayment({ url, browser: browserWithOutcome("closed", { close }) });
  expect(close).toHaveBeenCalledOnce();
});
