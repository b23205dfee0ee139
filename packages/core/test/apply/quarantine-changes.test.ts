import { expect, test } from "vitest";
import { addToQuarantine } from "../../src/apply/quarantine-changes.ts";
import { RowChanges } from "../../src/apply/row-changes.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { exampleAttempt } from "../payment/example-attempt.ts";

test("a notification that is not stored is not redacted, because redacting takes time (NSIG-MISSING)", async () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const attempt = exampleAttempt();
  const payment = { ...(await new MemoryStore().load(attempt)), attempts: [attempt] };
  const calendar = { timeZone: "UTC", cycleMargin: 0 };
  const rows = new RowChanges(payment, { now, createLease: () => ({ token: "", until: now }), calendar });
  let redacted = 0;
  const add = (id: string) =>
    addToQuarantine(rows, rows.findAttempt(attempt.attemptId) ?? attempt, {
      id,
      at: now.toISOString(),
      code: "mismatch" as const,
      message: "It does not verify.",
      redact: () => ({ amount: String(++redacted) }),
    });
  for (let n = 0; n < 20; n++) add(`n${n}`);
  add("n0");
  expect(rows.attempts[0]?.quarantine.map(({ fields }) => fields.amount)).toEqual([..."12345678"]);
  expect(redacted).toBe(8);
});
