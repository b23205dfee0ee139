import { expect, test } from "vitest";
import { isConnectionFailure } from "../src/platform.ts";

const refused = { code: "ECONNREFUSED", syscall: "connect" };
const reset = { code: "ECONNRESET", syscall: "read" };
const failed = (cause: unknown) => Object.assign(new TypeError("fetch failed"), { cause });

test.each<[string, unknown, boolean]>([
  ["refused", refused, true],
  ["refused by both addresses of the host", { code: "ECONNREFUSED", errors: [refused, refused] }, true],
  ["a name that is not found", { code: "ENOTFOUND", syscall: "getaddrinfo" }, true],
  ["no answer to the connection", { code: "UND_ERR_CONNECT_TIMEOUT" }, true],
  ["a certificate that is not trusted", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }, true],
  ["closed after the request", reset, false],
  ["closed after one of two connections", { errors: [refused, reset] }, false],
  ["no answer to the request", { code: "UND_ERR_HEADERS_TIMEOUT" }, false],
  ["no cause", undefined, false],
])("%s", (_, cause, isCertain) => {
  expect(isConnectionFailure(failed(cause))).toBe(isCertain);
});

test("isConnectionFailure returns false for anything that is not an error of fetch", () => {
  expect([undefined, null, "refused", new Error("x")].map(isConnectionFailure)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
