import { describe, expect, test } from "vitest";
import type { SubmittedPaymentAddresses } from "./connection-test-helpers.ts";

/** A shop under test, with a payment that waits for its notification. Its merchant number is 10002. */
export interface ShopAwaitingNotification extends Pick<SubmittedPaymentAddresses, "origin" | "notifyPath"> {
  /** Fails if a request has changed the payment. */
  expectNothingStored(): Promise<void>;
}

const formType = "application/x-www-form-urlencoded";
const multipartFile =
  '--x\r\nContent-Disposition: form-data; name="memberid"; filename="a.txt"\r\n\r\n10002\r\n--x--\r\n';

/** Checks the answers to requests that are no notification, as vitest tests: one plain word, and nothing is stored. */
export function refusedNotificationSuite(open: () => Promise<ShopAwaitingNotification>): void {
  describe("requests that are not notifications", () => {
    testUnknownAddresses(open);
    testRefusedBodies(open);
  });
}

function testUnknownAddresses(open: () => Promise<ShopAwaitingNotification>): void {
  const unknownPayment = `notify/${"0".repeat(20)}/${"0".repeat(26)}`;
  test.each<[string, string, RequestInit, string]>([
    ["GBK for an unknown payment", unknownPayment, post("a=b", `${formType}; charset=gbk`), "404 unknown"],
    ["JSON for an unknown payment", unknownPayment, post("{", "application/json"), "404 unknown"],
    ["an address without a token", "notify", { method: "POST" }, "404 unknown"],
    ["another method", unknownPayment, { method: "GET" }, "405 method"],
    ["an address that does not exist", "book/ok", { method: "POST" }, "404 unknown"],
    ["the mount point", "", {}, "404 unknown"],
  ])("the shop refuses %s with one word", async (...[, path, request, answer]) => {
    const { origin, notifyPath } = await open();
    const mountPath = notifyPath.replace(/notify\/.*/, "");
    expect(await answerTo(fetch(`${origin}${mountPath}${path}`, request))).toBe(answer);
  });
}

function testRefusedBodies(open: () => Promise<ShopAwaitingNotification>): void {
  test.each([
    ["in GBK without a merchant", `${formType}; charset=gbk`, "a=b", "403 foreign"],
    ["that is broken JSON", "application/json", "{", "400 malformed"],
    ["with a file", "multipart/form-data; boundary=x", multipartFile, "400 malformed"],
    ["of another merchant", formType, "memberid=10009", "403 foreign"],
    ["with a field that comes twice", formType, "memberid=10002&memberid=10002", "400 malformed"],
    ["with an object in a field", formType, "memberid[a]=10002", "400 malformed"],
    ["of 40 kB", formType, `a=${"b".repeat(40_000)}`, "413 large"],
    ["without anything", formType, "", "400 malformed"],
  ])(
    "the shop refuses a body %s for a real payment with one word (B-36)",
    async (...[, type, body, answer]) => {
      const { origin, notifyPath, expectNothingStored } = await open();
      expect(await answerTo(fetch(`${origin}${notifyPath}`, post(body, type)))).toBe(answer);
      await expectNothingStored();
    },
  );
}

function post(body: string, type: string): RequestInit {
  return { method: "POST", headers: { "content-type": type }, body };
}

async function answerTo(request: Promise<Response>): Promise<string> {
  const response = await request;
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  return `${response.status} ${await response.text()}`;
}
