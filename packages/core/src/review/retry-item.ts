import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { readInput } from "../errors.ts";
import { giveUpJob } from "../jobs/complete-or-give-up-job.ts";
import { runWithLeases } from "../jobs/keep-leases.ts";
import { applyAndRunJobs, runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { claimJob } from "../jobs/waiting-jobs.ts";
import { lazily } from "../lazily.ts";
import type { AttemptIdentity } from "../payment/attempt.ts";
import type { OperatorRetryFact } from "../payment/fact.ts";
import { type Job, type JobProblem, jobKindRules, type LeasedJob } from "../payment/job.ts";
import type { Operator } from "../payment/operator.ts";
import type { OrderRefusalCode } from "../payment/order-refusals.ts";
import { findCharge } from "../payment/refundable-charge.ts";
import { reportsOfReturnedMoney } from "../payment/returned-money.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import { reviewKinds } from "../payment/review-kinds.ts";
import { releaseVerifiedNotifications } from "../verification/reverify-quarantine.ts";
import { operatorInputSchema } from "./operator-input.ts";

/** Money of the charge went back before its order was placed. */
const moneyReturned: OrderRefusalCode = "money_returned";

/** The operator who retries a review item. */
export interface RetryRequest {
  readonly operator: Operator;
}

/** The result of a retry, for staff. */
export type RetryResult =
  /** There is no such item, it is already resolved, or its job is running. Nothing is recorded. */
  | { readonly outcome: "not-run" }
  | { readonly outcome: "done" }
  /** The review item is still open. `problem` says why. */
  | { readonly outcome: "failed"; readonly problem: JobProblem }
  /** The shop's code or the database failed. The job runs again by itself at `dueAt`, an ISO instant in UTC. */
  | { readonly outcome: "postponed"; readonly problem: JobProblem; readonly dueAt: string };

/**
 * Retries a review item: runs its job again, such as placing an order, or verifies quarantined notifications again. Records the operator
 * before the retry begins, and returns the result.
 *
 * @throws PayIndexError `resolution_invalid` without a valid operator, `store_unavailable`
 */
export async function retryReviewItem(
  engine: EngineContext,
  id: string,
  by: RetryRequest,
): Promise<RetryResult> {
  const operator = readOperator(by);
  const item = await engine.store.findReviewItem(id);
  if (item === undefined) return retryJob(engine, { jobId: id, operator });
  if (item.jobId !== undefined) return retryJob(engine, { jobId: item.jobId, operator });
  if (!isOpenReviewItem(item)) return { outcome: "not-run" };
  switch (reviewKinds[item.kind].retryRuns) {
    case "verification":
      await recordRetry(engine, item, operator);
      return reverify(engine, item);
    case "job":
    case "nothing":
      await recordRetry(engine, item, operator);
      return { outcome: "failed", problem: item.problem };
  }
}

/** Runs a job now: one that was given up, or one that failed and waits. */
async function retryJob(
  engine: EngineContext,
  { jobId, operator }: { readonly jobId: string; readonly operator: Operator },
): Promise<RetryResult> {
  const leased = await claimJob(engine, jobId);
  if (leased === undefined) return { outcome: "not-run" };
  await runWithLeases(engine, new Set([leased]), () => recordJobRetry(engine, leased, operator));
  await runLeasedJobs(engine, [leased]);
  return jobRetryResult(engine, leased);
}

/** Leaves a given-up job given up if the operator cannot be recorded. If the store is unavailable, the lease ends by itself. */
async function recordJobRetry(engine: EngineContext, leased: LeasedJob, operator: Operator): Promise<void> {
  const { job } = leased;
  try {
    const returnedMoney = await findKnownReturnedMoney(engine, job);
    await recordRetry(engine, { ...job, kind: jobKindRules[job.kind].givenUpAs, returnedMoney }, operator);
  } catch (error) {
    if (job.status === "given-up" && job.problem !== undefined)
      await giveUpJob(engine, leased, job.problem).catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the reports that money of a charge went back, if they are why its order is not placed: a further report that comes before the
 * order is placed stops it again (ENG-RETURNED).
 */
async function findKnownReturnedMoney({ store }: EngineContext, { attemptId, cycle, problem, ...key }: Job) {
  if (problem?.code !== moneyReturned) return undefined;
  const named = cycle === undefined ? [] : [{ attemptId, number: cycle }];
  const payment = await store.load(key, { attemptIds: [attemptId], cycles: named });
  const charge = findCharge(payment, { attemptId, cycle });
  return charge && reportsOfReturnedMoney(charge);
}

async function jobRetryResult(engine: EngineContext, { job }: LeasedJob): Promise<RetryResult> {
  const { jobs } = await engine.store.load(job, { attemptIds: [job.attemptId] });
  const current = jobs.find(({ id }) => id === job.id);
  const problem = current?.problem ?? { code: "being_processed", message: "Another process runs it now." };
  switch (current?.status) {
    // A completed job of a cycle is not loaded.
    case undefined:
    case "completed":
      return { outcome: "done" };
    case "given-up":
      return { outcome: "failed", problem };
    case "due":
      return { outcome: "postponed", problem, dueAt: current.dueAt };
  }
}

/** After a change of keys or sign rules: processes the notifications that verify now. For the others, the item stays open. */
async function reverify(engine: EngineContext, item: ReviewItem): Promise<RetryResult> {
  const { id, attemptId } = item;
  const attempt = await engine.store.findAttempt(attemptId);
  const released = attempt === undefined ? [] : await releaseVerifiedNotifications(engine, attempt);
  await applyAndRunJobs(engine, item, { kind: "release", attemptId, released, reviewItemId: id });
  const after = await engine.store.findReviewItem(id);
  if (after === undefined || !isOpenReviewItem(after)) return { outcome: "done" };
  return { outcome: "failed", problem: after.problem };
}

const retrySchema = lazily(() => z.object({ operator: operatorInputSchema() }));

function readOperator(by: RetryRequest): Operator {
  const message = "The retry has no valid operator. The engine recorded nothing.";
  return readInput(retrySchema(), Object(by), { code: "resolution_invalid", message }).operator;
}

/**
 * Records the retry in the facts of the attempt, also for a later cycle, because a retry does not change the cycle's
 * state.
 */
async function recordRetry(engine: EngineContext, item: RetriedItem & AttemptIdentity, operator: Operator) {
  const fact = createRetryFact(engine, item, operator);
  await applyAndRunJobs(engine, item, { kind: "fact", attemptId: item.attemptId, fact });
}

type RetriedItem = Pick<ReviewItem, "id" | "kind" | "cycle"> & Pick<OperatorRetryFact, "returnedMoney">;

function createRetryFact(
  { platform }: EngineContext,
  { id, kind, cycle, returnedMoney }: RetriedItem,
  operator: Operator,
): OperatorRetryFact {
  const at = platform.now().toISOString();
  const subject = cycle === undefined ? {} : { cycle };
  const known = returnedMoney === undefined ? {} : { returnedMoney };
  return { source: "operator", at, action: "retry", operator, reviewItemId: id, kind, ...subject, ...known };
}
