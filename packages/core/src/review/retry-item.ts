import { applyFacts } from "../apply/apply-facts.ts";
import { invalidOperator } from "../apply/invalid-operator-action.ts";
import { createLease } from "../apply/lease.ts";
import type { Engine } from "../engine.ts";
import { problemsOf } from "../errors.ts";
import { runWithLeases } from "../jobs/keep-leases.ts";
import { runJobs } from "../jobs/run-job.ts";
import { type RetryFact, retryFactSchema } from "../payment/fact.ts";
import type { Job, JobProblem, LeasedJob } from "../payment/job.ts";
import type { Operator } from "../payment/operator.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";

/** The operator who retries a review item. */
export interface RetryRequest {
  readonly operator: Operator;
}

/** The result of a retry, for staff. */
export type RetryResult =
  /** There is no such item, it is already resolved, or it is being processed. Nothing is recorded. */
  | { readonly outcome: "not-run" }
  | { readonly outcome: "done" }
  /** The review item is still open. `problem` says why. */
  | { readonly outcome: "failed"; readonly problem: JobProblem }
  /** The shop's code or the database failed. The job runs again by itself at `dueAt`, an ISO instant in UTC. */
  | { readonly outcome: "postponed"; readonly problem: JobProblem; readonly dueAt: string };

/**
 * Runs one job now, or retries one review item: places an order again, or verifies a quarantined notification again. Records the
 * operator before the retry begins, and returns the result.
 *
 * @throws PayIndexError `decision_invalid` without a valid operator, `store_unavailable`
 */
export async function retryReviewItem<Tx>(
  ledger: Engine<Tx>,
  id: string,
  by: RetryRequest,
): Promise<RetryResult> {
  const operator = readOperator(ledger, by);
  const due = { now: ledger.platform.now(), lease: createLease(ledger), limit: 1, id };
  const [leased] = await wrapStoreErrors("claim work", ledger.store.claim(due));
  if (leased === undefined) return { outcome: "not-run" };
  await runWithLeases(ledger, new Set([leased]), () => recordRetry(ledger, leased, operator));
  await runJobs(ledger, [leased]);
  return retryResultOf(ledger, leased.work);
}

async function retryResultOf<Tx>(ledger: Engine<Tx>, { id, orderNumber, ...key }: Job): Promise<RetryResult> {
  const read = ledger.store.book(key, { orderNumbers: [orderNumber] });
  const { work } = await wrapStoreErrors("read a book", read);
  const left = work.find((each) => each.id === id);
  const problem = left?.problem ?? { code: "being_processed", message: "Another process runs it now." };
  switch (left?.status) {
    // A job about a cycle is not read once it is done.
    case undefined:
    case "done":
      return { outcome: "done" };
    case "parked":
      return { outcome: "failed", problem };
    case "due":
      return { outcome: "postponed", problem, dueAt: left.dueAt };
  }
}

function readOperator<Tx>(ledger: Engine<Tx>, by: RetryRequest): Operator {
  const { operator } = Object(by) as RetryRequest;
  const checked = retryFactSchema.safeParse(createRetryFact(ledger, { id: "", kind: "paid" }, operator));
  if (checked.success) return checked.data.operator;
  throw invalidOperator(...problemsOf(checked.error.issues));
}

/** In the payment's own facts, for a later cycle as well: a retry says nothing of the cycle. */
async function recordRetry<Tx>(ledger: Engine<Tx>, leased: LeasedJob, operator: Operator): Promise<void> {
  const { work } = leased;
  const { tenant, reference, orderNumber } = work;
  const fact = createRetryFact(ledger, work, operator);
  try {
    await runJobs(ledger, await applyFacts(ledger, { tenant, reference }, [{ orderNumber, fact }]));
  } catch (error) {
    // If the store is unavailable, the lease ends by itself.
    if (work.problem !== undefined && work.status === "parked")
      await ledger.store.postpone(leased, { parked: work.problem }).catch(() => undefined);
    throw error;
  }
}

function createRetryFact<Tx>(
  { platform }: Engine<Tx>,
  { id, kind, cycle }: Pick<Job, "id" | "kind" | "cycle">,
  operator: Operator,
): RetryFact {
  const at = platform.now().toISOString();
  const about = cycle === undefined ? {} : { cycle };
  return { source: "operator", at, action: "retried", operator, item: id, kind, ...about };
}
