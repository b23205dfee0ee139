import { type AttemptSummary, toAmountText } from "@pay-index/core";
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
