import { expect, test } from "vitest";
import { findSaleNotReceivedReason } from "../../src/payment/find-sale-not-received-reason.ts";

const http = (httpStatus: number) => ({ outcome: "unknown", reason: "http_status", httpStatus }) as const;

test("a sale was not received if the gateway was not reached", () => {
  expect(findSaleNotReceivedReason({ outcome: "unknown", reason: "not_connected" })).toBe("not-connected");
});

test.each([400, 401, 403, 404, 407, 410, 429, 498])(
  "a sale was not received if it was refused with %i",
  (status) => {
    expect(findSaleNotReceivedReason(http(status))).toBe("http-refused");
  },
);

test.each([0, 200, 302, 399, 408, 409, 499, 500, 503])(
  "the status %i does not decide if the sale was received",
  (status) => {
    expect(findSaleNotReceivedReason(http(status))).toBeUndefined();
  },
);

test("every other response does not decide if the sale was received", () => {
  expect(findSaleNotReceivedReason({ outcome: "unknown" })).toBeUndefined();
  expect(
    findSaleNotReceivedReason({ outcome: "unknown", reason: "timeout", httpStatus: 404 }),
  ).toBeUndefined();
  for (const outcome of ["approved", "rejected", "redirect"] as const)
    expect(findSaleNotReceivedReason({ ...http(404), outcome })).toBeUndefined();
  expect(findSaleNotReceivedReason({ outcome: "rejected", reason: "not_connected" })).toBeUndefined();
});
