import { applyFacts, type ClaimedJob } from "../apply/apply-facts.ts";
import { otherAttemptWait } from "../apply/winning-attempt.ts";
import type { Engine } from "../engine.ts";
import { toEventError } from "../events/event-error.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { LeasedJob } from "../payment/job.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import { toPaidPayment } from "../ports/orders.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { giveUpJob, retryLaterOrGiveUp, runEffect } from "./complete-job.ts";
import { renewJobLease, runWithLeases } from "./keep-leases.ts";
import { placeOrderAtPrice } from "./place-order-at-price.ts";
import { runCheckJob } from "./run-check-job.ts";
import {
  runPlaceRenewalJob,
  runReportCycleOverdueJob,
  runReportSubscriptionClosedJob,
} from "./run-cycle-job.ts";
import { runSyncRefundJob } from "./run-sync-refund-job.ts";
import { claimJob, jobsAfterFirstOrder, otherPlaceOrderJobs } from "./waiting-jobs.ts";

type RunnableJob = LeasedJob | ClaimedJob;

/** Whether the other paid attempts of the payment are tried after one whose order could not be placed (LED-WINS). */
type OtherAttemptsPolicy = "tried" | "left";

/** Runs leased jobs in their order, and renews the leases of those that wait. Never throws. */
export async function runJobs<Tx>(
  engine: Engine<Tx>,
  leased: readonly RunnableJob[],
  others: OtherAttemptsPolicy = "tried",
): Promise<void> {
  if (leased.length === 0) return;
  const waiting = new Set<LeasedJob>(leased);
  await runWithLeases(engine, waiting, async () => {
    for (const each of leased) {
      await runJob(engine, each, others);
      waiting.delete(each);
    }
  });
}

/** Runs a leased job: completes it, schedules it again, or gives it up. Never throws: if the store fails, the lease ends by itself. */
async function runJob<Tx>(
  engine: Engine<Tx>,
  leased: RunnableJob,
  others: OtherAttemptsPolicy,
): Promise<void> {
  try {
    const { attemptId } = leased.job;
    const attempt = "attempt" in leased ? leased.attempt : await engine.store.findAttempt(attemptId);
    if (attempt === undefined)
      return await giveUpJob(engine, leased, {
        code: "attempt_unknown",
        message: "The store does not have the attempt of this job.",
      });
    await runJobByKind(engine, leased, { attempt, others });
  } catch (error) {
    const run = { ...leased, beforeGivingUp: () => failPlacing(engine, leased) };
    await retryLaterOrGiveUp(engine, run, error);
  }
}

interface PlaceOrderContext {
  readonly attempt: Attempt;
  readonly others: OtherAttemptsPolicy;
}

async function runJobByKind<Tx>(
  engine: Engine<Tx>,
  leased: LeasedJob,
  context: PlaceOrderContext,
): Promise<void> {
  const { attempt } = context;
  switch (leased.job.kind) {
    case "place-order":
      return runPlaceOrderJob(engine, leased, context);
    case "place-renewal":
      return runPlaceRenewalJob(engine, leased, attempt);
    case "report-subscription-closed":
      return runReportSubscriptionClosedJob(engine, leased, attempt);
    case "report-cycle-overdue":
      return runReportCycleOverdueJob(engine, leased, attempt);
    case "sync-refund":
      return runSyncRefundJob(engine, leased, attempt);
    case "check-result":
    case "check-cycle":
      return runJobs(engine, await runCheckJob(engine, leased));
  }
}

async function runPlaceOrderJob<Tx>(
  engine: Engine<Tx>,
  leased: LeasedJob,
  context: PlaceOrderContext,
): Promise<void> {
  const attempt = await beginPlacing(engine, leased, context.attempt);
  if (attempt === undefined) return;
  const run = {
    ...leased,
    beforeGivingUp: () => failPlacing(engine, leased),
    afterCompletion: () => markOtherAttemptsPaidTwice(engine, attempt),
  };
  const isPlaced = await runEffect(engine, run, (end) =>
    placeOrderAtPrice(engine.orders, end, { key: leased.job.id, payment: toPaidPayment(attempt) }),
  );
  if (!isPlaced && context.others === "tried")
    await claimAndRun(engine, await otherPlaceOrderJobs(engine, attempt), "left");
  if (isPlaced && isSubscriptionAttempt(attempt))
    await claimAndRun(engine, await jobsAfterFirstOrder(engine, attempt));
}

async function claimAndRun<Tx>(
  engine: Engine<Tx>,
  jobIds: readonly string[],
  others?: OtherAttemptsPolicy,
): Promise<void> {
  for (const id of jobIds) {
    const leased = await claimJob(engine, id);
    if (leased !== undefined) await runJobs(engine, [leased], others);
  }
}

/**
 * Returns the attempt with the right to have its order placed, which no other attempt of the payment has (LED-WINS). Undefined if another
 * attempt has it: then the job waits, or is completed because the order is placed.
 */
async function beginPlacing<Tx>(
  engine: Engine<Tx>,
  leased: LeasedJob,
  paid: Attempt,
): Promise<Attempt | undefined> {
  if (paid.isWinning) return paid;
  const { attemptId } = paid;
  await runJobs(
    engine,
    await applyFacts(engine, paid, { updates: [{ kind: "placing", attemptId, step: "begin" }] }),
  );
  const attempt = await wrapStoreErrors("find an attempt", engine.store.findAttempt(attemptId));
  if (attempt?.isWinning === true) return attempt;
  const dueAt = new Date(engine.platform.now().getTime() + otherAttemptWait);
  const problem = { code: "other_attempt", message: "The order is being placed for another attempt." };
  await wrapStoreErrors("schedule a job", engine.store.retryJobLater(leased, { dueAt, problem }));
  return undefined;
}

/**
 * Records that the order could not be placed, before the job is given up, so that no other attempt waits for a person.
 *
 * @throws Error if the lease has ended: then another process may be placing the order for this attempt
 */
async function failPlacing<Tx>(engine: Engine<Tx>, leased: LeasedJob): Promise<void> {
  const { kind, attemptId, ...key } = leased.job;
  if (kind !== "place-order") return;
  if (!(await renewJobLease(engine, leased)))
    throw new Error("The lease of the job ended before its order was placed.");
  await runJobs(
    engine,
    await applyFacts(engine, key, { updates: [{ kind: "placing", attemptId, step: "failed" }] }),
  );
}

/** Marks the other paid attempts of the payment as paid twice (LED-WINS). If this fails, the next commit of the payment does it. */
async function markOtherAttemptsPaidTwice<Tx>(
  engine: Engine<Tx>,
  { tenant, reference }: Attempt,
): Promise<void> {
  try {
    await runJobs(engine, await applyFacts(engine, { tenant, reference }));
  } catch (error) {
    engine.emit({ event: "processing-postponed", tenant, reference, error: toEventError(error) });
  }
}
