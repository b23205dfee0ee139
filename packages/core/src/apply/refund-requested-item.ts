import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import type { Fact } from "../payment/fact.ts";
import { isOpenReviewItem, type ReviewItem } from "../payment/review-item.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import type { Money } from "../protocol/money/money.ts";
import type { ReviewItemChanges } from "./review-item-changes.ts";

/** A refund that the shop asks for, and that a person makes at the gateway. */
export interface RefundForStaffToMake {
  /** The same for the same refund: a repeated request adds nothing. 1 to 200 characters, such as the id of the refund in the shop. */
  readonly dedupeKey: string;
  /** Why the shop asks for the refund, for staff. At most 1000 characters. */
  readonly evidence: string;
  /** The requested amount, in minor units. */
  readonly amount?: Money | undefined;
}

/** What a requested refund is about: the sale, or a later cycle, with its facts. */
interface RefundRequestSubject {
  readonly attempt: Attempt;
  readonly cycle: number | undefined;
  readonly facts: readonly Fact[];
}

/** Opens the review item of a requested refund. `known`: the review items of the payment. */
export function openRefundRequestedItem(
  items: ReviewItemChanges,
  refund: RefundForStaffToMake,
  { known, ...subject }: RefundRequestSubject & { readonly known: readonly ReviewItem[] },
): void {
  const { attempt, cycle } = subject;
  const isRepeated = isRefundRequested(known, subject) || subject.facts.some(isRefundRecord);
  items.open(
    attempt,
    { kind: "refund-requested", dedupeKey: refund.dedupeKey, cycle },
    {
      problem: { code: "refund_requested", message: refundEvidence(refund, subject, isRepeated) },
      requestedAmount: refund.amount,
    },
  );
}

function isRefundRequested(known: readonly ReviewItem[], { attempt, cycle }: RefundRequestSubject): boolean {
  return known.some(
    (item) =>
      item.kind === "refund-requested" &&
      isOpenReviewItem(item) &&
      item.attemptId === attempt.attemptId &&
      item.cycle === cycle,
  );
}

function isRefundRecord(fact: Fact): boolean {
  return fact.source === "operator" && fact.action === "record-refund";
}

function refundEvidence(
  { evidence }: RefundForStaffToMake,
  { attempt, cycle }: RefundRequestSubject,
  isRepeated: boolean,
): string {
  const { chargedAmount } = expectedAmountsOf(attempt);
  const sentences = [evidence];
  if (cycle === undefined && chargedAmount.minor !== attempt.amount.minor)
    sentences.push(
      `The first period cost ${toAmountText(chargedAmount)} ${chargedAmount.currency}. The buyer paid no more than this.`,
    );
  if (isRepeated)
    sentences.push(
      "Another refund of this payment was requested or recorded before. See the other items and the timeline, so that you do not refund twice.",
    );
  return sentences.join(" ");
}
