import { expect, test } from "vitest";
import {
  type CancelResult,
  toCancelResultFields,
} from "../../../src/cancellation/cancel-subscription-at-gateway.ts";
import { cancelOutcomeText, englishStaffTexts } from "../../../src/status/texts/index.ts";

const closedAt = "2026-03-01T12:00:00.000Z";

const nothing = { closedAt: null, reason: null, text: null };

test.each<[CancelResult, object]>([
  [{ outcome: "cancelled", closedAt }, { closedAt }],
  [{ outcome: "ended" }, {}],
  [{ outcome: "refused", text: "no" }, { text: "no" }],
  [{ outcome: "unclear", reason: "waiting" }, { reason: "waiting" }],
])("the APIs send %j with the same fields", (result, fields) => {
  expect(toCancelResultFields(result)).toEqual({ ...nothing, outcome: result.outcome, ...fields });
});

test("staff read the outcome, with the gateway's text if it refused", () => {
  const text = (result: CancelResult) => cancelOutcomeText(englishStaffTexts, toCancelResultFields(result));
  expect(text({ outcome: "cancelled", closedAt })).toBe(englishStaffTexts.cancellation.outcomes.cancelled);
  expect(text({ outcome: "refused" })).toBe("The gateway refused the cancellation. Charges go on.");
  expect(text({ outcome: "refused", text: "$& no" })).toBe(
    "The gateway refused the cancellation. Charges go on. The gateway's text: $& no",
  );
});
