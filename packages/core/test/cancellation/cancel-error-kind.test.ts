import { expect, test } from "vitest";
import { cancelErrorKind } from "../../src/cancellation/cancel-error-kind.ts";
import { errorCodes } from "../../src/errors.ts";

test("buyers read that there is no subscription, or that they can try again, and no other error", () => {
  const kinds = errorCodes.flatMap((code) => {
    const kind = cancelErrorKind(code);
    return kind === undefined ? [] : [[code, kind]];
  });
  expect(Object.fromEntries(kinds)).toEqual({
    attempt_unknown: "no-subscription",
    subscription_missing: "no-subscription",
    merchant_missing: "unavailable",
    merchants_unavailable: "unavailable",
    operation_disabled: "unavailable",
    store_unavailable: "unavailable",
    record_unreadable: "unavailable",
    gateway_closed: "unavailable",
  });
});
