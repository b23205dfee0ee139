import { timingSafeEqual } from "node:crypto";
import { expect, test, vi } from "vitest";
import { verifySign } from "../../../src/protocol/signature/notification-sign.ts";
import { md5Digest } from "../../../src/protocol/signature/request-sign.ts";
import { Secret } from "../../../src/secret.ts";

// The real functions, with their calls counted.
vi.mock("node:crypto", { spy: true });

test.each([
  // printf '%s' '' | md5sum | tr a-f A-F
  ["", "D41D8CD98F00B204E9800998ECF8427E"],
  // printf '%s' 'abc' | md5sum | tr a-f A-F
  ["abc", "900150983CD24FB0D6963F7D28E17F72"],
  // printf '%s' 'é😀' | md5sum | tr a-f A-F
  ["é😀", "62B3AFE3B01F6F80152B567D9B216CDE"],
])("MD5 of %j in upper case (SIG-DIGEST)", (text, expected) => {
  expect(md5Digest(text)).toBe(expected);
});

test("MD5 over one byte for each character, as a sender's own charset needs it (SIG-DIGEST)", () => {
  // printf '\xd6\xd0' | md5sum | tr a-f A-F
  expect(md5Digest("\xD6\xD0", "latin1")).toBe("5301DA37E5FFCA1823A5CEF67488D4BF");
});

test("a sign is compared in constant time, once for each text and key (NSIG-CASE)", () => {
  vi.mocked(timingSafeEqual).mockClear();
  const keys = { current: new Secret("a"), previous: [new Secret("b")] };
  const fields = new Map([
    ["amount", "1.00"],
    ["enabled", "1"],
    ["sign", "0".repeat(32)],
  ]);
  expect(
    verifySign("notification", { fields }, { keys, rules: ["received", "received-zero", "nine"] }),
  ).toMatchObject({
    verified: false,
  });
  expect(timingSafeEqual).toHaveBeenCalledTimes(4);
});
