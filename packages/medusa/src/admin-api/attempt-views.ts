import { type AttemptSummary, type BulkQueryResult, toAmountText } from "@pay-index/core";
import { type QueryResultFields, toQueryResultFields } from "@pay-index/core/adapter";
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

/** The gateway's answer about one attempt. `id` is the gateway order ID. */
export interface GatewayQueryResultView extends QueryResultFields {
  readonly id: string;
}

export function toGatewayQueryResultView({ attemptId, ...result }: BulkQueryResult): GatewayQueryResultView {
  return { id: attemptId, ...toQueryResultFields(result) };
}
