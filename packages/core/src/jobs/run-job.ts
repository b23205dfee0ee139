import { applyFacts, type ClaimedJob } from "../apply/apply-facts.ts";
import { otherAttemptWait } from "../apply/winning-attempt.ts";
import type { Engine } from "../engine.ts";
import { toEventError } from "../events.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { LeasedJob } from "../payment/job.ts";
import { type JobKind, type KindsWith, reviewKinds } from "../payment/review-kinds.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import { toPaidPayment } from "../ports/orders.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { giveUpJob, retryLaterOrGiveUp, runEffect } from "./complete-job.ts";
import { renewJobLease, runWithLeases } from "./keep-leases.ts";
import { placeOrderAtPrice } from "./place-order-at-price.ts";
import { reverifyQuarantine, runCheckCycleJob, runCheckResultJob } from "./run-check-job.ts";
import {
  runPlaceRenewalJob,
  runReportCycleOverdueJob,
  runReportSubscriptionClosedJob,
} from "./run-cycle-job.ts";
import { runSyncRefundJob } from "./run-sync-refund-job.ts";
import { claimJob, jobsAfterFirstOrder, otherPlaceOrderJobs } from "./waiting-jobs.ts";

type RunnableJob = LeasedJob | ClaimedJob;

/** Runs leased jobs one after another, and keeps the leases of those that wait. Never throws, as `perform`. */
export async function runJobs<Tx>(
  ledger: Engine<Tx>,
  leased: readonly RunnableJob[],
  others: OtherAttemptsPolicy = "tried",
): Promise<void> {
  if (leased.length === 0) return;
  const waiting = new Set<LeasedJob>(leased);
  await runWithLeases(ledger, waiting, async () => {
    for (const each of leased) {
      await runJob(ledger, each, others);
      waiting.delete(each);
    }
  });
}

/**
 * Does leased work: applies the host's effect and ends it, or gives it back for later, or to a person. Never throws: the
 * lease brings back what could not even be given back.
 */
async function runJob<Tx>(
  ledger: Engine<Tx>,
  leased: RunnableJob,
  others: OtherAttemptsPolicy,
): Promise<void> {
  try {
    const { orderNumber } = leased.work;
    const payment = "payment" in leased ? leased.payment : await ledger.store.find(orderNumber);
    if (payment === undefined)
      return await giveUpJob(ledger, leased, { code: "payment_unknown", message: "Its payment is gone." });
    await runJobByKind(ledger, leased, { payment, others });
  } catch (error) {
    await retryLaterOrGiveUp(ledger, { ...leased, beforePark: () => giveUpPlacing(ledger, leased) }, error);
  }
}

/** Whether the other paid attempts of the reference are tried after one whose order could not be placed (LED-WINS). */
type OtherAttemptsPolicy = "tried" | "left";

interface PlaceOrderContext {
  readonly payment: Attempt;
  readonly others: OtherAttemptsPolicy;
}

async function runJobByKind<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  task: PlaceOrderContext,
): Promise<void> {
  const { payment } = task;
  const run = (jobs: readonly ClaimedJob[]) => runJobs(ledger, jobs);
  const { kind, problem = { code: "item", message: "A person must look." } } = leased.work;
  if (!isRunnable(kind)) return giveUpJob(ledger, leased, problem);
  switch (kind) {
    case "paid":
      return runPlaceOrderJob(ledger, leased, task);
    case "cycle":
      return runPlaceRenewalJob(ledger, leased, payment);
    case "closed":
      return runReportSubscriptionClosedJob(ledger, leased, payment);
    case "missed":
      return runReportCycleOverdueJob(ledger, leased, payment);
    case "book-refund":
      return runSyncRefundJob(ledger, leased, payment);
    case "check-result":
      return runCheckResultJob(ledger, { leased, payment, run });
    case "cycle-due":
      return runCheckCycleJob(ledger, { leased, payment, run });
    case "not-verified":
      return reverifyQuarantine(ledger, { leased, payment, run });
    default:
      return kind satisfies never;
  }
}

/** Only retries come here with another kind. */
function isRunnable(kind: JobKind): kind is KindsWith<"retryRuns", "job" | "verification"> {
  return reviewKinds[kind].retryRuns !== "nothing";
}

async function runPlaceOrderJob<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  task: PlaceOrderContext,
): Promise<void> {
  const payment = await beginPlacing(ledger, leased, task.payment);
  if (payment === undefined) return;
  const run = {
    ...leased,
    beforePark: () => giveUpPlacing(ledger, leased),
    afterDone: () => markOtherAttemptsPaidTwice(ledger, payment),
  };
  const isPlaced = await runEffect(ledger, run, (end) =>
    placeOrderAtPrice(ledger.host, end, { key: leased.work.id, payment: toPaidPayment(payment) }),
  );
  if (!isPlaced && task.others === "tried")
    for (const id of await otherPlaceOrderJobs(ledger, payment))
      await runJobs(ledger, await claimJob(ledger, id), "left");
  if (isPlaced && isSubscriptionAttempt(payment))
    for (const id of await jobsAfterFirstOrder(ledger, payment))
      await runJobs(ledger, await claimJob(ledger, id));
}

/**
 * The attempt with the right to have its order placed, which no other attempt of the reference has (LED-WINS). Undefined: another
 * attempt has it. Then the job waits, or has ended because the order is placed.
 */
async function beginPlacing<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  paid: Attempt,
): Promise<Attempt | undefined> {
  if (paid.takesReference) return paid;
  const { orderNumber } = paid;
  await runJobs(ledger, await applyFacts(ledger, paid, [{ orderNumber, placing: "begin" }]));
  const payment = await wrapStoreErrors("find a payment", ledger.store.find(orderNumber));
  if (payment?.takesReference === true) return payment;
  const dueAt = new Date(ledger.platform.now().getTime() + otherAttemptWait);
  const problem = { code: "other_attempt", message: "The order is being placed for another attempt." };
  await wrapStoreErrors("postpone work", ledger.store.postpone(leased, { dueAt, problem }));
  return undefined;
}

/**
 * Before its job becomes an item, so that no other attempt waits for a person.
 *
 * @throws Error if the lease has ended: then another process may be placing the order for this attempt
 */
async function giveUpPlacing<Tx>(ledger: Engine<Tx>, leased: LeasedJob): Promise<void> {
  const { kind, orderNumber, ...key } = leased.work;
  if (kind !== "paid") return;
  if (!(await renewJobLease(ledger, leased)))
    throw new Error("The lease of the job ended before its order was placed.");
  await runJobs(ledger, await applyFacts(ledger, key, [{ orderNumber, placing: "failed" }]));
}

/** The other paid attempts of the reference are paid twice now (LED-WINS). If this fails, the next commit of the book does it. */
async function markOtherAttemptsPaidTwice<Tx>(
  ledger: Engine<Tx>,
  { tenant, reference }: Attempt,
): Promise<void> {
  try {
    await runJobs(ledger, await applyFacts(ledger, { tenant, reference }));
  } catch (error) {
    ledger.observe({ event: "settle-postponed", tenant, reference, error: toEventError(error) });
  }
}
