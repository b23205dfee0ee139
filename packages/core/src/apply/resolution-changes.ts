import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import {
  acceptableTransactionIds,
  isAcceptance,
  successfulTransactionIds,
} from "../payment/classify-facts.ts";
import type { Fact, ResolutionFact } from "../payment/fact.ts";
import { gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import { operatorLabel } from "../payment/operator.ts";
import type { RefundFact, RefundResolutionFact } from "../payment/refund-fact.ts";
import { furtherAttemptDedupeKey, isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import { requiresCycle } from "../payment/review-kind-actions.ts";
import { reviewKinds } from "../payment/review-kinds.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import { amountWithCurrency, isSameAmount } from "../protocol/money/money.ts";
import { invalidOperatorActionError, outdatedReviewItemError } from "./operator-action-errors.ts";
import type { ResolutionUpdate } from "./payment-update.ts";
import { hasPlacedOrderForCharge, requireValidRecordedRefund } from "./require-valid-refund.ts";
import type { RowChanges } from "./row-changes.ts";
import type { TransactionChanges } from "./transaction-changes.ts";

/** The attempt that an operator action is about, with the facts of the attempt or of the later cycle. */
interface ResolutionFacts {
  readonly attempt: Attempt;
  readonly known: readonly Fact[];
}

/**
 * Returns the facts that an operator action adds to the attempt or the cycle. An action about the item alone adds none.
 *
 * @throws PayIndexError `resolution_invalid`, `review_item_outdated`
 */
export function factsOfResolution(
  { payment }: RowChanges,
  { cycle, isRefundSynced, resolution, reviewItemId }: ResolutionUpdate,
  { attempt, known, transactions }: ResolutionFacts & { readonly transactions: TransactionChanges },
): readonly Fact[] {
  const item = findOpenItem(payment.reviewItems, reviewItemId);
  if (item !== undefined && decidesItemOnly(item, resolution)) return [];
  if (item !== undefined && reviewKinds[item.kind].decides === "refund")
    return [refundResolutionOf(resolution, { requestId: item.dedupeKey, known })];
  const subject = { attempt, cycle, item };
  const named = withNamedTransaction(resolution, item);
  const counted = isSubscriptionAttempt(attempt)
    ? transactions.countResolution(attempt, named, { cycle: cycle ?? 1, known })
    : withAcceptedTransactions(named, { attempt, known });
  const isPlaced = hasPlacedOrderForCharge(payment, attempt, cycle);
  const recorded = requireValidRecordedRefund(counted, { ...subject, known, isPlaced, isRefundSynced });
  return [addWhatResolutionFrees(recorded, subject)];
}

function findOpenItem(items: readonly ReviewItem[], id: string | undefined): ReviewItem | undefined {
  if (id === undefined) return undefined;
  const item = items.find((each) => each.id === id);
  if (item === undefined || !isOpenReviewItem(item)) throw outdatedReviewItemError("resolved");
  return item;
}

function withAcceptedTransactions(resolution: ResolutionFact, { attempt, known }: ResolutionFacts) {
  if (!isAcceptance(resolution)) return resolution;
  const transactions = acceptableTransactionIds(expectedAmountsOf(attempt), known);
  return transactions.length === 0 ? resolution : { ...resolution, transactions };
}

/** Resolves the items of an operator action, and completes the jobs of these items. */
export function resolveItemsOfResolution(rows: RowChanges, update: ResolutionUpdate): void {
  const note = resolutionNote(update);
  for (const item of itemsOf(update, rows.openItems)) {
    if (item.jobId !== undefined) rows.completeJob(item.jobId, "dismissed", note);
    rows.resolveItem(item.id, note);
  }
}

/** The named item, or all items of the sale or of the cycle, except those that need a decision of their own. */
function itemsOf(
  { attemptId, cycle, reviewItemId, resolution }: ResolutionUpdate,
  open: readonly ReviewItem[],
): readonly ReviewItem[] {
  if (reviewItemId !== undefined) return open.filter(({ id }) => id === reviewItemId);
  return open.filter(
    (item) =>
      item.attemptId === attemptId &&
      item.cycle === cycle &&
      item.jobId === undefined &&
      !requiresCycle(item.kind, resolution.action),
  );
}

function decidesItemOnly({ kind }: ReviewItem, { action }: ResolutionFact): boolean {
  const { decides } = reviewKinds[kind];
  return decides === "item" || (decides === "recorded-refund" && action !== "record-refund");
}

function withNamedTransaction(resolution: ResolutionFact, item: ReviewItem | undefined): ResolutionFact {
  if (item === undefined || reviewKinds[item.kind].decides !== "transaction") return resolution;
  return { ...resolution, transactions: [item.dedupeKey] };
}

/** Returns the note with which an operator action resolves review items. */
export function resolutionNote({ resolution }: ResolutionUpdate): string {
  return `${operatorLabel(resolution.operator)}: ${resolution.note}`;
}

/** The refund that an operator settles, and what is known of its charge. */
interface SettledSubject {
  readonly requestId: string;
  readonly known: readonly Fact[];
}

/**
 * Returns what an operator action says about a refund without a known outcome: with `record-refund` it was made at the gateway, with
 * `dismiss` it was not made, so that its amount can be refunded again.
 *
 * @throws PayIndexError `resolution_invalid` if a refund is recorded without its reference, or with another amount, or with
 * the reference of another refund
 */
function refundResolutionOf(
  { at, action, operator, note, refund }: ResolutionFact,
  { requestId, known }: SettledSubject,
): RefundResolutionFact {
  const resolved = { source: "refund", at, step: "resolved", requestId, operator, note } as const;
  if (action !== "record-refund") return { ...resolved, outcome: "failed" };
  if (refund === undefined)
    throw invalidOperatorActionError(
      "refund",
      "is required: the amount of this refund, and its ID at the gateway",
    );
  const asked = gatewayRefundsOf(known).find((each) => each.requestId === requestId)?.amount;
  if (asked === undefined || !isSameAmount(asked, refund.amount))
    throw invalidOperatorActionError(
      "refund.amount",
      `must be the amount of this refund: ${asked === undefined ? "unknown" : amountWithCurrency(asked)}`,
    );
  if (known.some((fact) => isNamedFor(fact, refund.reference) && fact.requestId !== requestId))
    throw invalidOperatorActionError(
      "refund.reference",
      "belongs to another refund of this payment. Look up the ID of this one at the gateway",
    );
  return { ...resolved, outcome: "succeeded", refundId: refund.reference };
}

/** Whether the gateway or an operator named this ID for a refund that the shop asked for. */
function isNamedFor(
  fact: Fact,
  refundId: string,
): fact is Extract<RefundFact, { readonly requestId: string }> {
  return (
    fact.source === "refund" &&
    (fact.step === "answered" || fact.step === "resolved") &&
    fact.refundId === refundId
  );
}

/** What an operator action is about. */
interface ResolutionSubject {
  readonly attempt: Attempt;
  readonly cycle: number | undefined;
  /** The review item that the operator named. */
  readonly item: ReviewItem | undefined;
}

/**
 * Returns the operator action with what it frees for another payment (ENG-FREE): a paid attempt without an order, or refunded transactions of an attempt
 * under review. Without a named transaction these are all that were reported as successful by now.
 */
function addWhatResolutionFrees(
  resolution: ResolutionFact,
  { attempt, cycle, item }: ResolutionSubject,
): ResolutionFact {
  if (cycle !== undefined || resolution.action === "accept") return resolution;
  if (item !== undefined && concernsWholeAttempt(item)) return { ...resolution, frees: "attempt" };
  const isWholeRefund = resolution.action === "record-refund" && resolution.transactions === undefined;
  if (!isWholeRefund || attempt.state !== "review") return resolution;
  const isNamed = item !== undefined && reviewKinds[item.kind].frees === "transaction";
  const transactions = isNamed ? [item.dedupeKey] : successfulTransactionIds(attempt.facts);
  return { ...resolution, frees: "transactions", transactions };
}

/** Whether no order was placed for the attempt that the item is about. */
function concernsWholeAttempt(item: ReviewItem): boolean {
  return (
    reviewKinds[item.kind].frees === "attempt" ||
    (item.kind === "paid-twice" && item.dedupeKey === furtherAttemptDedupeKey)
  );
}
