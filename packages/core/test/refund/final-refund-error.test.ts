import { expect, test } from "vitest";
import { errorCodes } from "../../src/errors.ts";
import { isFinalRefundError } from "../../src/review/resolution-error-text.ts";

test("core refuses a refund each time if it is wrong, or its merchant is missing", () => {
  expect(errorCodes.filter(isFinalRefundError)).toEqual(["merchant_missing", "refund_invalid"]);
});
