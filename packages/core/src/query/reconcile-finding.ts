import type { Attempt } from "../payment/attempt.ts";
import type { AttemptState } from "../payment/attempt-state.ts";
import { recordedRefundsOf } from "../payment/recorded-refunds.ts";
import type { TradeState } from "../protocol/operations/query-reply.ts";
import type { QueryResult } from "./query-and-apply.ts";

/**
 * What a query about an attempt showed.
 *
 * - `agrees`: the gateway and the shop say the same, and nothing changed
 * - `updated`: the gateway's answer changed the state or added a refund, and now both say the same
 * - `differs`: the gateway and the shop do not say the same, or a review item of the attempt is open. A person has to look.
 * - `unanswered`: the gateway gave no answer that counts, or nobody could ask
 */
export type ReconcileFinding = "agrees" | "updated" | "differs" | "unanswered";

/** The states of an attempt that fit what the gateway says. */
const fittingStates: Readonly<Record<TradeState, readonly AttemptState[]>> = {
  "not-paid": ["created", "pending", "failed", "closed"],
  pending: ["created", "pending", "approved"],
  failed: ["failed", "closed"],
  paid: ["paid"],
  refunded: ["refunded", "closed"],
  unrecognized: [],
};

/** An attempt after the answer was applied. */
interface AskedAttempt {
  readonly attempt: Attempt;
  /** The attempt before the query. */
  readonly before: Attempt;
  /** Whether a review item of it is open, such as about another amount or a second payment. */
  readonly hasItem: boolean;
}

/** Compares the gateway's answer with the attempt. */
export function reconcileFindingOf(
  result: QueryResult,
  { attempt, before, hasItem }: AskedAttempt,
): ReconcileFinding {
  if (result.outcome !== "reported") return "unanswered";
  if (hasItem || !fits(result.state, attempt)) return "differs";
  const refunds = (each: Attempt) => recordedRefundsOf(each.facts).length;
  const isSame = attempt.state === before.state && refunds(attempt) === refunds(before);
  return isSame ? "agrees" : "updated";
}

function fits(reported: TradeState, attempt: Attempt): boolean {
  if (fittingStates[reported].includes(attempt.state)) return true;
  return reported === "refunded" && recordedRefundsOf(attempt.facts).length > 0;
}
