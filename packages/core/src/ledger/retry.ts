import { problemsOf } from "../errors.ts";
import { type RetryFact, retryFact } from "../payment/fact.ts";
import type { Operator } from "../payment/operator.ts";
import { type Ledger, stored } from "./context.ts";
import { invalidOperator } from "./invalid-decision.ts";
import { perform } from "./perform.ts";
import { newLease, settle } from "./settle.ts";
import type { Leased, Work } from "./work.ts";

/** Who asks for a retry. */
export interface Retry {
  readonly operator: Operator;
}

/**
 * Runs one job now, or retries one review item: places an order again, verifies again what did not verify. Records the operator before the
 * retry begins. False: there is no such item, it is already resolved, or it is being processed; then nothing is recorded.
 *
 * @throws PayIndexError `decision_invalid` without a valid operator, `store_unavailable`
 */
export async function retry<Tx>(ledger: Ledger<Tx>, id: string, by: Retry): Promise<boolean> {
  const operator = readOperator(ledger, by);
  const due = { now: ledger.platform.now(), lease: newLease(ledger), limit: 1, id };
  const [leased] = await stored("claim work", ledger.store.claim(due));
  if (leased === undefined) return false;
  await record(ledger, leased, operator);
  await perform(ledger, leased);
  return true;
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
    for (const born of await settle(ledger, { tenant, reference }, [{ orderNumber, fact }]))
      await perform(ledger, born);
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
