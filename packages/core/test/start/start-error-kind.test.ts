import { expect, test } from "vitest";
import { startErrorKind } from "../../src/entries/adapter.ts";
import { errorCodes } from "../../src/index.ts";

test("every error code has at most one meaning for the buyer", () => {
  const kinds = Object.fromEntries(errorCodes.map((code) => [code, startErrorKind(code)]));
  expect(kinds).toEqual({
    merchant_missing: "not-offered",
    raw_cards_refused: "not-offered",
    sale_invalid: "sale-invalid",
    card_invalid: "sale-invalid",
    money_invalid: "sale-invalid",
    amount_below_minimum: "amount-below-minimum",
    too_many_attempts: "too-many-attempts",
    merchants_unavailable: "unavailable",
    store_unavailable: "unavailable",
    record_unreadable: "unavailable",
    gateway_closed: "unavailable",
    options_invalid: undefined,
    resolution_invalid: undefined,
    query_invalid: undefined,
    review_item_outdated: undefined,
    attempt_unknown: undefined,
  });
});
