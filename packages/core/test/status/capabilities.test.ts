import { expect, test } from "vitest";
import { TestShop } from "../fixtures/test-shop.ts";

test("each capability that the protocol lacks is listed with a manual procedure (B-46)", () => {
  const capabilities = new TestShop({}, undefined, true).gateway.capabilities();
  expect(Object.keys(capabilities)).toHaveLength(10);
  for (const capability of Object.values(capabilities))
    expect(capability).toEqual({ supported: false, instead: expect.stringMatching(/^[A-Z].+\.$/) });
});

test("a shop that says what is due makes payment links", () => {
  expect(new TestShop().gateway.capabilities()["payment-links"]).toEqual({ supported: true });
});

test("with an operation in the options, what it does is supported (DSP-ADDRESS)", () => {
  const operations = { disputeWebhook: {}, query: {} };
  const capabilities = new TestShop({ operations }).gateway.capabilities();
  expect(capabilities["payment-query"]).toEqual({ supported: true });
  expect(capabilities["dispute-reports"]).toEqual({ supported: true });
  expect(capabilities["refund-reports"]).toEqual({ supported: true });
  expect(capabilities.refund.supported).toBe(false);
});
