import { expect, test } from "vitest";
import { type Remedy, remedyOf } from "../../src/ledger/remedy.ts";
import type { WorkKind } from "../../src/ledger/work.ts";

const advised: Record<WorkKind, [open: Remedy, paid: Remedy]> = {
  paid: ["work", "work"],
  "not-verified": ["work", "work"],
  "no-result": ["closed", "refunded"],
  mismatch: ["closed", "refunded"],
  contradictory: ["closed", "refunded"],
  "unknown-code": ["closed", "refunded"],
  "paid-twice": ["refunded", "refunded"],
  "refund-due": ["refunded", "refunded"],
  "refund-notice": ["refunded", "refunded"],
  "unknown-cycle": ["refunded", "refunded"],
};

test.each(Object.entries(advised))("for %s it is %s", (kind, [open, paid]) => {
  const work = { kind: kind as WorkKind };
  expect([remedyOf(work, "review"), remedyOf(work, "pending"), remedyOf(work, "paid")]).toEqual([
    open,
    open,
    paid,
  ]);
});
