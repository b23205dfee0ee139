import { afterAll, beforeAll, expect, test, vi } from "vitest";

// The real functions, with their calls counted. Other test files in this process keep theirs.
let crypto: typeof import("node:crypto");
let digest: typeof import("../../../src/protocol/signature/digest.ts");
let notificationSign: typeof import("../../../src/protocol/signature/notification-sign.ts");
let secret: typeof import("../../../src/secret.ts");
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("node:crypto", { spy: true });
  crypto = await import("node:crypto");
  digest = await import("../../../src/protocol/signature/digest.ts");
  notificationSign = await import("../../../src/protocol/signature/notification-sign.ts");
  secret = await import("../../../src/secret.ts");
});
afterAll(() => {
  vi.doUnmock("node:crypto");
  vi.resetModules();
});

test("texts of one length are compared in constant time (NSIG-CASE)", () => {
  vi.mocked(crypto.timingSafeEqual).mockClear();
  digest.equalsInConstantTime("abcd", "abce");
  digest.equalsInConstantTime("abcd", "xbcd");
  expect(crypto.timingSafeEqual).toHaveBeenCalledTimes(2);
});

test("a sign is compared in constant time, for each text and key that is tried (NSIG-CASE)", () => {
  vi.mocked(crypto.timingSafeEqual).mockClear();
  const keys = { current: new secret.Secret("a"), previous: [new secret.Secret("b")] };
  const fields = new Map([
    ["amount", "1.00"],
    ["enabled", "1"],
    ["sign", "0".repeat(32)],
  ]);
  expect(notificationSign.verifyNotificationSign(fields, keys, ["received", "nine"])).toMatchObject({
    verified: false,
  });
  expect(crypto.timingSafeEqual).toHaveBeenCalledTimes(4);
});
