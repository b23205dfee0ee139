import { problemsOf } from "../errors.ts";
import { type RetryFact, retryFact } from "../payment/fact.ts";
import type { Operator } from "../payment/operator.ts";
import { type Ledger, stored } from "./context.ts";
import { invalidOperator } from "./invalid-decision.ts";
import { newLease, whileLeased } from "./keep-leases.ts";
import { performAll } from "./perform.ts";
import { settle } from "./settle.ts";
import type { Leased, Work, WorkProblem } from "./work.ts";

/** Who asks for a retry. */
export interface Retry {
  readonly operator: Operator;
}

/** What a retry led to, for staff. */
export type RetryResult =
  /** There is no such item, it is already resolved, or it is being processed. Nothing is recorded. */
  | { readonly outcome: "not-run" }
  | { readonly outcome: "done" }
  /** The review item is still open. `problem` says why. */
  | { readonly outcome: "failed"; readonly problem: WorkProblem }
  /** The shop's code or the database failed. The job runs again by itself at `dueAt`, an ISO instant in UTC. */
  | { readonly outcome: "postponed"; readonly problem: WorkProblem; readonly dueAt: string };

/**
 * Runs one job now, or retries one review item: places an order again, verifies again what did not verify. Records the operator before the
 * retry begins, and returns what the retry led to.
 *
 * @throws PayIndexError `decision_invalid` without a valid operator, `store_unavailable`
 */
export async function retry<Tx>(ledger: Ledger<Tx>, id: string, by: Retry): Promise<RetryResult> {
  const operator = readOperator(ledger, by);
  const due = { now: ledger.platform.now(), lease: newLease(ledger), limit: 1, id };
  const [leased] = await stored("claim work", ledger.store.claim(due));
  if (leased === undefined) return { outcome: "not-run" };
  await whileLeased(ledger, new Set([leased]), () => record(ledger, leased, operator));
  await performAll(ledger, [leased]);
  return resultOf(ledger, leased.work);
}

async function resultOf<Tx>(ledger: Ledger<Tx>, { id, orderNumber, ...key }: Work): Promise<RetryResult> {
  const read = ledger.store.book(key, { orderNumbers: [orderNumber] });
  const { work } = await stored("read a book", read);
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

function readOperator<Tx>(ledger: Ledger<Tx>, by: Retry): Operator {
  const { operator } = Object(by) as Retry;
  const checked = retryFact.safeParse(factOf(ledger, { id: "", kind: "paid" }, operator));
  if (checked.success) return checked.data.operator;
  throw invalidOperator(...problemsOf(checked.error.issues));
}

/** In the payment's own facts, for a later cycle as well: a retry says nothing of the cycle. */
async function record<Tx>(ledger: Ledger<Tx>, leased: Leased, operator: Operator): Promise<void> {
  const { work } = leased;
  const { tenant, reference, orderNumber } = work;
  const fact = factOf(ledger, work, operator);
  try {
    await performAll(ledger, await settle(ledger, { tenant, reference }, [{ orderNumber, fact }]));
  } catch (error) {
    // If the store is unavailable, the lease ends by itself.
    if (work.problem !== undefined && work.status === "parked")
      await ledger.store.postpone(leased, { parked: work.problem }).catch(() => undefined);
    throw error;
  }
}

function factOf<Tx>(
  { platform }: Ledger<Tx>,
  { id, kind, cycle }: Pick<Work, "id" | "kind" | "cycle">,
  operator: Operator,
): RetryFact {
  const at = platform.now().toISOString();
  const about = cycle === undefined ? {} : { cycle };
  return { source: "operator", at, action: "retried", operator, item: id, kind, ...about };
}
