import { describe, expect, test } from "vitest";
import {
  buildSaleForm,
  checkSale,
  decodeNotificationBody,
  defaultSignRules,
  encodeForm,
  NotificationRefusal,
  readBuyerReturn,
  readSaleResponse,
  Secret,
  saleUrl,
  signRequest,
  verifyNotification,
} from "../../src/entries/protocol.ts";
import { signNotification } from "../../src/entries/testing.ts";
import { exampleAttemptId, exampleSuccess } from "../protocol/notification/example-notifications.ts";
import { exampleFormAttempt, exampleSettings, minimalSales, now } from "../protocol/sale/example-sales.ts";

const key = new Secret("sandbox-hosted-key");
const expected = {
  merchantId: "10002",
  attemptId: exampleAttemptId,
  keys: { current: key, previous: [] },
  rules: defaultSignRules,
};

function bodyOf(fields: Record<string, string>) {
  const bytes = new TextEncoder().encode(new URLSearchParams(fields).toString());
  return { kind: "raw", bytes, contentType: "application/x-www-form-urlencoded" } as const;
}

describe("a custom integration that uses only the protocol entry", () => {
  test("builds, signs and encodes a sale", () => {
    const { sale } = checkSale(minimalSales.hosted, now);
    const form = buildSaleForm(sale, exampleSettings, exampleFormAttempt);
    const sent = new URLSearchParams(encodeForm(form));
    expect(sent.get("pay_orderid")).toBe(exampleFormAttempt.attemptId);
    expect(sent.get("pay_md5sign")).toBe(signRequest(form, exampleSettings.key));
    expect(saleUrl("https://gateway.example/")).toBe("https://gateway.example/pay_index");
  });

  test("reads the response and the buyer's return", () => {
    const sent = { notifyToken: "n".repeat(32), returnToken: "r".repeat(32) };
    expect(readSaleResponse('{"status":1,"url":"https://gateway.example/pay/1"}', sent)).toEqual({
      outcome: "redirect",
      url: "https://gateway.example/pay/1",
    });
    expect(readBuyerReturn({ paymentStatus: "Succeeded", orderID: "1" }, "1")).toBe("succeeded");
  });

  test("verifies a notification from the bytes that arrived", () => {
    const fields = decodeNotificationBody(
      bodyOf(signNotification(exampleSuccess, { key: "sandbox-hosted-key" })),
    );
    expect(verifyNotification(fields, expected).notification).toMatchObject(exampleSuccess);
  });

  test("refuses a notification whose amount was changed", () => {
    const signed = signNotification(exampleSuccess, { key: "sandbox-hosted-key" });
    const fields = decodeNotificationBody(bodyOf({ ...signed, true_amount: "0.01" }));
    expect(() => verifyNotification(fields, expected)).toThrow(NotificationRefusal);
  });
});
