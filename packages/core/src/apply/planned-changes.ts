import type { Attempt } from "../payment/attempt.ts";
import type { PaymentChange } from "../ports/store.ts";
import type { BillingCalendar, ChangedCycle } from "./cycle-changes.ts";
import type { CommitContext } from "./job-changes.ts";

/** A planned change, with the data for its events. */
export interface PlannedChanges {
  readonly change: PaymentChange;
  /** Attempts whose state changes, with their earlier state. */
  readonly movedAttempts: readonly { readonly attempt: Attempt; readonly from: Attempt["state"] }[];
  readonly movedCycles: readonly ChangedCycle[];
}

export interface PlanContext extends CommitContext {
  readonly calendar: BillingCalendar;
}
