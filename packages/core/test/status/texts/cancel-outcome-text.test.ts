import { expect, test } from "vitest";
import {
  type CancelResult,
  toCancelResultFields,
} from "../../../src/cancellation/cancel-subscription-at-gateway.ts";
import { cancelOutcomeText, chineseStaffTexts, englishStaffTexts } from "../../../src/status/texts/index.ts";

const closedAt = "2026-03-01T12:00:00.000Z";

test.each<[CancelResult, object]>([
  [
    { outcome: "cancelled", closedAt },
    { outcome: "cancelled", closedAt, reason: null, text: null },
  ],
  [{ outcome: "ended" }, { outcome: "ended", closedAt: null, reason: null, text: null }],
  [{ outcome: "refused" }, { outcome: "refused", closedAt: null, reason: null, text: null }],
  [
    { outcome: "refused", text: "no" },
    { outcome: "refused", closedAt: null, reason: null, text: "no" },
  ],
  [
    { outcome: "unclear", reason: "waiting" },
    { outcome: "unclear", closedAt: null, reason: "waiting", text: null },
  ],
])("the APIs send %j with the same fields", (result, outcome) => {
  expect(toCancelResultFields(result)).toEqual(outcome);
});

test("staff read the outcome, with the gateway's text if it refused", () => {
  const text = (result: CancelResult) => cancelOutcomeText(englishStaffTexts, toCancelResultFields(result));
  expect(text({ outcome: "cancelled", closedAt })).toBe(englishStaffTexts.cancellation.outcomes.cancelled);
  expect(text({ outcome: "refused" })).toBe("The gateway refused the cancellation. Charges go on.");
  expect(text({ outcome: "refused", text: "$& no" })).toBe(
    "The gateway refused the cancellation. Charges go on. The gateway's text: $& no",
  );
  const chinese = cancelOutcomeText(
    chineseStaffTexts,
    toCancelResultFields({ outcome: "refused", text: "no" }),
  );
  expect(chinese).toBe("网关拒绝取消，仍会继续扣款。网关的说明：no");
});
