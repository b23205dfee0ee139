import type { Attempt } from "../payment/attempt.ts";
import type { PaymentChange } from "../ports/store.ts";
import type { ChangedCycle, CycleDueSettings } from "./cycle-changes.ts";
import type { CommitContext } from "./job-changes.ts";
import type { ChangedRefund } from "./refund-changes.ts";

interface MovedAttempt {
  readonly attempt: Attempt;
  readonly from: Attempt["state"];
}

/** A planned change, with the data for its events. */
export interface PlannedChanges {
  readonly change: PaymentChange;
  /** Attempts whose state changes, with their earlier state. */
  readonly movedAttempts: readonly MovedAttempt[];
  readonly movedCycles: readonly ChangedCycle[];
  /** Refunds through the gateway whose state changes. */
  readonly movedRefunds: readonly ChangedRefund[];
}

export interface PlanContext extends CommitContext {
  readonly calendar: CycleDueSettings;
}

/** Returns the attempts whose state changes. `before`: the attempts as they were loaded, by id. */
export function attemptsWithChangedState(
  attempts: readonly Attempt[],
  before: ReadonlyMap<string, Attempt>,
): MovedAttempt[] {
  return attempts.flatMap((attempt) => {
    const from = before.get(attempt.attemptId)?.state ?? attempt.state;
    return from === attempt.state ? [] : [{ attempt, from }];
  });
}
