import { expect, test } from "vitest";
import { saleNotReceivedReason } from "../../src/payment/sale-not-received-reason.ts";

const http = (httpStatus: number) => ({ outcome: "unknown", reason: "http_status", httpStatus }) as const;

test("a sale was not received if the gateway was not reached", () => {
  expect(saleNotReceivedReason({ outcome: "unknown", reason: "not_connected" })).toBe("not-connected");
});

test.each([400, 401, 403, 404, 407, 410, 429, 498])(
  "a sale was not received if it was refused with %i",
  (status) => {
    expect(saleNotReceivedReason(http(status))).toBe("http-refused");
  },
);

test.each([0, 200, 302, 399, 408, 409, 499, 500, 503])(
  "the status %i does not decide if the sale was received",
  (status) => {
    expect(saleNotReceivedReason(http(status))).toBeUndefined();
  },
);

test("every other response does not decide if the sale was received", () => {
  expect(saleNotReceivedReason({ outcome: "unknown" })).toBeUndefined();
  expect(saleNotReceivedReason({ outcome: "unknown", reason: "timeout", httpStatus: 404 })).toBeUndefined();
  for (const outcome of ["approved", "rejected", "redirect"] as const)
    expect(saleNotReceivedReason({ ...http(404), outcome })).toBeUndefined();
  expect(saleNotReceivedReason({ outcome: "rejected", reason: "not_connected" })).toBeUndefined();
});
