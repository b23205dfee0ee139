import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { type Attempt, attemptEventFields } from "../payment/attempt.ts";
import type { Lease, LeasedJob } from "../payment/job.ts";
import { reviewItemEventFields } from "../payment/review-item.ts";
import type { InboxEntry, Payment, PaymentChange, PaymentKey } from "../ports/store.ts";
import { createJobLease } from "./job-lease.ts";
import { loadPayment } from "./load-payment.ts";
import type { PaymentUpdate } from "./payment-update.ts";
import { planChanges } from "./plan-changes.ts";
import type { PlannedChanges } from "./planned-changes.ts";

/** In each round one commit succeeds, so this is enough for 50 refunds of one payment at the same time, each with its three commits. */
const maxCommitTries = 200;

/** A new job with its attempt, as it was committed, so that running it immediately needs no read of the attempt. */
export interface ClaimedJobWithAttempt extends LeasedJob {
  readonly attempt: Attempt;
}

interface FactsToApply {
  readonly updates?: readonly PaymentUpdate[];
  /** The notification that was received just now, so that one read suffices. */
  readonly received?: InboxEntry | undefined;
}

/**
 * Applies the pending notifications of a payment and these updates (ENG-COMMIT): loads the payment, derives states, plans changes, and
 * commits facts, states, jobs and review items at once. The only path from facts to states. Returns the new jobs that are claimed for
 * the caller.
 *
 * @throws PayIndexError `store_unavailable`, also if other processes changed the payment repeatedly
 */
export async function applyFacts<Tx>(
  engine: EngineContext<Tx>,
  key: PaymentKey,
  { updates = [], received }: FactsToApply = {},
): Promise<readonly ClaimedJobWithAttempt[]> {
  for (let tries = 0; tries < maxCommitTries; tries++) {
    let lease: Lease | undefined;
    const payment = await loadPayment(engine, key, { updates, received });
    const planned = planChanges(payment, updates, {
      now: engine.platform.now(),
      lease: () => (lease ??= createJobLease(engine)),
      calendar: engine.settings,
    });
    if (planned === undefined) return [];
    const outcome = await engine.store.commit(planned.change);
    if (outcome === "stale") continue;
    emitChangeEvents(engine, planned);
    return claimedJobs(planned.change, payment, lease);
  }
  throw new PayIndexError(
    "store_unavailable",
    `Other processes changed the payment ${key.reference} repeatedly. The next tick applies its facts.`,
  );
}

function emitChangeEvents<Tx>(
  engine: EngineContext<Tx>,
  { change, movedAttempts, movedCycles, movedRefunds }: PlannedChanges,
): void {
  const { tenant, reference } = change;
  for (const { attempt, from } of movedAttempts)
    engine.emit({ event: "attempt-state-changed", ...attemptEventFields(attempt), from, to: attempt.state });
  for (const { cycle, from } of movedCycles) {
    const { attemptId, number, state } = cycle;
    const fields = { tenant, reference, attemptId, cycle: number };
    engine.emit({ event: "cycle-state-changed", ...fields, from, to: state });
  }
  for (const { attempt, cycle, refund } of movedRefunds) {
    const about = { ...attemptEventFields(attempt), ...(cycle === undefined ? {} : { cycle }) };
    const { requestId, refundId, state, amount } = refund;
    engine.emit({ event: "refund-state-changed", ...about, requestId, refundId, to: state, amount });
  }
  for (const item of [...change.reviewItems, ...change.reopenedItems])
    engine.emit({ event: "review-item-opened", ...reviewItemEventFields(item) });
}

function claimedJobs(
  { attempts, jobs }: PaymentChange,
  payment: Payment,
  lease: Lease | undefined,
): readonly ClaimedJobWithAttempt[] {
  return jobs.flatMap(({ job, lease: held }) => {
    const isOwn = ({ attemptId }: Attempt) => attemptId === job.attemptId;
    const attempt = attempts.find(isOwn) ?? payment.attempts.find(isOwn);
    return lease !== undefined && held === lease && attempt !== undefined ? [{ job, lease, attempt }] : [];
  });
}
