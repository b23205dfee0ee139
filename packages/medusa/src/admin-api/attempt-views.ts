import { type AttemptSummary, type BulkQueryResult, type QueryResult, toAmountText } from "@pay-index/core";
import type { QueryAnswer } from "@pay-index/core/staff";
import type { CartSummary } from "./cart-summaries.ts";

export type ListedAttemptView = ReturnType<typeof toListedAttemptView>;

/** One page of attempts. `next` is the `after` of the next page. */
export interface AttemptListView {
  readonly attempts: readonly ListedAttemptView[];
  readonly next: string | null;
}

export function toListedAttemptView(attempt: AttemptSummary, summary: CartSummary | undefined) {
  const { attemptId, reference, variant, state, amount, chargedAmount, startedAt } = attempt;
  return {
    attempt_id: attemptId,
    cart_id: reference,
    order_id: summary?.order_id ?? null,
    variant,
    state,
    amount: toAmountText(amount),
    charged_amount: toAmountText(chargedAmount),
    currency_code: amount.currency.toLowerCase(),
    started_at: startedAt,
    transaction_ids: attempt.transactionIds,
    has_open_review_items: attempt.hasOpenReviewItems,
    summary: summary ?? null,
  };
}

/** The gateway's answer about one attempt. */
export interface GatewayQueryResultView {
  /** The gateway order ID. */
  readonly id: string;
  readonly outcome: QueryAnswer["outcome"];
  /** What the gateway reports. Null if nothing is reported. */
  readonly state: Extract<QueryResult, { readonly outcome: "reported" }>["state"] | null;
  /** Why nothing is reported, in English. */
  readonly problem: string | null;
}

export function toGatewayQueryResultView(answer: BulkQueryResult): GatewayQueryResultView {
  const { attemptId: id } = answer;
  if ("problem" in answer) return { id, outcome: "not-asked", state: null, problem: answer.problem };
  const { result } = answer;
  if (result.outcome === "reported")
    return { id, outcome: result.outcome, state: result.state, problem: null };
  const isNotSent = result.outcome === "unknown" && result.reason === "not_sent";
  return { id, outcome: isNotSent ? "not-asked" : result.outcome, state: null, problem: problemOf(result) };
}

function problemOf(result: Exclude<QueryResult, { readonly outcome: "reported" }>): string {
  if (result.outcome === "unverified") return `The answer proves nothing (${result.reason}).`;
  if (result.outcome === "rejected") return result.text ?? "The gateway gave no reason.";
  const { reason, httpStatus } = result;
  if (reason === "not_sent") return "The gateway did not answer the previous queries. Ask again in a minute.";
  return `The gateway gave no usable answer (${reason}${httpStatus === undefined ? "" : ` ${httpStatus}`}).`;
}
