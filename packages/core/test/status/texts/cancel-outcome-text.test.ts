import { expect, test } from "vitest";
import {
  type CancelResult,
  toCancelResultFields,
} from "../../../src/cancellation/cancel-subscription-at-gateway.ts";

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
