import { expect, test } from "vitest";
import { QuarantineChanges } from "../../src/apply/quarantine-changes.ts";
import { ReviewItemChanges } from "../../src/apply/row-changes.ts";
import { exampleAttempt } from "../payment/example-attempt.ts";

test("a notification that is not stored is not redacted, because redacting takes time (NSIG-MISSING)", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const quarantine = new QuarantineChanges([], new ReviewItemChanges([], now));
  let redacted = 0;
  const arrival = (id: string) => ({
    id,
    at: now.toISOString(),
    code: "mismatch" as const,
    message: "It does not verify.",
    redact: () => ({ amount: String(++redacted) }),
  });
  let attempt = exampleAttempt();
  for (let n = 0; n < 20; n++) attempt = quarantine.add(attempt, arrival(`n${n}`));
  attempt = quarantine.add(attempt, arrival("n0"));
  expect(attempt.quarantine.map(({ fields }) => fields.amount)).toEqual([..."12345678"]);
  expect(redacted).toBe(8);
});
