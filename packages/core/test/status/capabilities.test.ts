import { expect, test } from "vitest";
import { capabilityTexts } from "../../src/status/gateway-capabilities.ts";
import { chineseStaffTexts } from "../../src/status/texts/index.ts";
import { TestShop } from "../fixtures/test-shop.ts";

test("each capability that the protocol lacks is listed with a manual procedure (B-46)", () => {
  const capabilities = new TestShop().gateway.capabilities();
  expect(Object.keys(capabilities)).toEqual([
    "delayed-capture",
    "cancel-payment",
    "refund",
    "refund-reports",
    "dispute-reports",
    "payment-query",
    "cancel-subscription",
    "change-subscription",
    "saved-cards",
  ]);
  expect(capabilities.refund).toEqual({
    supported: false,
    instead: "Refund the payment at the gateway. Then record the refund here, with its amount and reference.",
  });
  for (const capability of Object.values(capabilities))
    expect(capability).toEqual({ supported: false, instead: expect.stringMatching(/^[A-Z].+\.$/) });
});

test("each capability has a Chinese text of its own (B-46)", () => {
  for (const [name, english] of Object.entries(capabilityTexts)) {
    const chinese = chineseStaffTexts.capabilities[name as keyof typeof capabilityTexts];
    expect(chinese.title).toMatch(/\p{Script=Han}/u);
    expect(chinese.instead).not.toBe(english.instead);
  }
});

test("with the dispute webhook, reports of refunds and disputes are supported (DSP-ADDRESS)", () => {
  const capabilities = new TestShop({ operations: { disputeWebhook: {} } }).gateway.capabilities();
  expect(capabilities["dispute-reports"]).toEqual({ supported: true });
  expect(capabilities["refund-reports"]).toEqual({ supported: true });
  expect(capabilities.refund.supported).toBe(false);
});
