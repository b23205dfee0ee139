import { expect, test } from "vitest";
import { JobChanges } from "../../src/apply/job-changes.ts";
import { QuarantineChanges } from "../../src/apply/quarantine-changes.ts";
import { exampleAttempt as started } from "../payment/example-attempt.ts";

test("a notification that is not kept is not redacted: that takes time, and a sender can repeat it (NSIG-MISSING)", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const quarantine = new QuarantineChanges(
    [],
    new JobChanges([], { now, lease: { token: "l", until: now } }),
  );
  let redacted = 0;
  const arrival = (id: string) => ({
    id,
    at: now.toISOString(),
    word: "amount-mismatch" as const,
    redact: () => ({ amount: String(++redacted) }),
  });
  let attempt = started();
  for (let n = 0; n < 20; n++) attempt = quarantine.keep(attempt, arrival(`n${n}`));
  attempt = quarantine.keep(attempt, arrival("n0"));
  expect(attempt.quarantine.map(({ fields }) => fields.amount)).toEqual([..."12345678"]);
  expect(redacted).toBe(8);
});
