import { PayIndexError } from "../errors.ts";
import { type Attempt, expectedChargedAmountOf, partOf } from "../payment/attempt.ts";
import { isAcceptance } from "../payment/classify-facts.ts";
import type { Fact, ResolutionFact } from "../payment/fact.ts";
import { type GatewayRefund, gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import { findPlacedOrderOfCharge, openPartOf } from "../payment/placed-order.ts";
import {
  recordedRefundsOf,
  refundedAmountOfPlacedOrder,
  reservedRefundsOf,
} from "../payment/recorded-refunds.ts";
import type { RefundRequestedFact } from "../payment/refund-fact.ts";
import { amountLeftToRefund, type ChargeFacts, isWholeChargeRefunded } from "../payment/refundable-charge.ts";
import type { ReviewItem } from "../payment/review-item.ts";
import { concernsPlacedOrder } from "../payment/review-kind-actions.ts";
import { reviewKinds } from "../payment/review-kinds.ts";
import type { Payment } from "../ports/store.ts";
import { amountWithCurrency, isSameAmount, type Money } from "../protocol/money/money.ts";
import { invalidOperatorActionError } from "./operator-action-errors.ts";

/** What a refund is about. */
interface RefundSubject {
  readonly attempt: Attempt;
  readonly cycle: number | undefined;
  /** What is known of the payment, or of the later cycle. */
  readonly known: readonly Fact[];
  /** Whether an order was placed for the payment or for the later cycle. */
  readonly isPlaced: boolean;
  /** The review item that the operator named. */
  readonly item: ReviewItem | undefined;
  /** Whether the host keeps refunds in its own records of an order. */
  readonly isRefundSynced: boolean;
}

/**
 * Returns the action with what its refund means for the placed order. All refunds of an order together cannot exceed
 * the paid amount, and the refund of a charge without an order cannot exceed that charge. Runs inside the commit, so
 * that two operators together cannot record more.
 *
 * @throws PayIndexError `resolution_invalid` if the amount is too large, the currency differs, the reference is already
 * recorded, there is neither an order nor a review item for the refund, or the host needs a refund and it is missing
 */
export function requireValidRecordedRefund(decision: ResolutionFact, about: RefundSubject): ResolutionFact {
  const { refund } = decision;
  if (refund === undefined) {
    if (about.isRefundSynced) requireRefund(decision, about);
    return decision;
  }
  const reserved = reservedRefundsOf(about.known);
  const isTaken = reserved.some(({ reference }) => reference === refund.reference);
  if (isTaken && !isReportedWithoutOrder(about.known, refund.reference))
    throw invalidOperatorActionError(
      "refund.reference",
      "is recorded already: each refund has a reference of its own",
    );
  if (about.item === undefined && !about.isPlaced) throw withoutCharge();
  const ofOrder = about.isPlaced && concernsPlacedOrder(about.item?.kind);
  const before = ofOrder
    ? refundedAmountOfPlacedOrder({ chargedAmount: refund.amount, refunds: reserved }).minor
    : 0;
  if (ofOrder || hasKnownPrice(about))
    checkRefundAmount(refund.amount, expectedChargedAmountOf(about.attempt, about.cycle), before);
  return { ...decision, refund: { ...refund, ofOrder } };
}

/**
 * Refuses a refund without amount and reference while money of a placed order is left to give back: for hosts that keep refunds in their own
 * records of an order.
 *
 * @throws PayIndexError `resolution_invalid`
 */
function requireRefund(decision: ResolutionFact, about: RefundSubject): void {
  if (decision.action !== "record-refund") return;
  if (!about.isPlaced || !concernsPlacedOrder(about.item?.kind)) return;
  const charged = expectedChargedAmountOf(about.attempt, about.cycle);
  const refunds = recordedRefundsOf(about.known);
  const refunded = refundedAmountOfPlacedOrder({ chargedAmount: charged, refunds });
  if (refunded.minor >= charged.minor) return;
  const message =
    "is required: send `refund` with the amount and the gateway's id of the refund, so that the order shows it";
  throw invalidOperatorActionError("refund", message);
}

/** The error of a refund that belongs neither to a placed order nor to a charge of a review item. */
function withoutCharge(): PayIndexError {
  const message =
    "is required: no order was placed for this payment. Name the review item of the charge that was refunded";
  return invalidOperatorActionError("reviewItemId", message);
}

/**
 * Returns whether an order was placed for the attempt, or a renewal for its later cycle. A loaded payment has only the open jobs of a
 * cycle.
 */
export function hasPlacedOrderForCharge(
  { jobs, cycles }: Pick<Payment, "jobs" | "cycles">,
  { attemptId }: Attempt,
  cycle: number | undefined,
): boolean {
  if (cycle === undefined) return findPlacedOrderOfCharge(jobs, { attemptId }) !== undefined;
  const paid = cycles.find((each) => each.attemptId === attemptId && each.number === cycle);
  const own = jobs.filter((job) => job.attemptId === attemptId && job.cycle === cycle);
  const isPlacing = own.some(({ kind, status }) => kind === "place-renewal" && status !== "completed");
  return paid?.state === "paid" && !isPlacing;
}

/** Whether the gateway reported the refund, and it fitted no order: then an operator can record it for the order. */
function isReportedWithoutOrder(known: readonly Fact[], reference: string): boolean {
  const recorded = recordedRefundsOf(known).find((each) => each.reference === reference);
  const isByHand = known.some((fact) => "refund" in fact && fact.refund?.reference === reference);
  return recorded?.ofOrder === false && recorded.requestId === undefined && !isByHand;
}

function checkRefundAmount(money: Money, charged: Money, before: number): void {
  if (money.currency !== charged.currency)
    throw invalidOperatorActionError("refund.amount.currency", `must be ${charged.currency}`);
  const left = { minor: charged.minor - before, currency: charged.currency };
  if (money.minor <= left.minor) return;
  const message = `must be at most ${amountWithCurrency(left)}: that is what is left of the payment`;
  throw invalidOperatorActionError("refund.amount", message);
}

/** Whether the charge has the amount that the shop asked for. Other amounts are only in the evidence. */
function hasKnownPrice({ item, known }: RefundSubject): boolean {
  if (item === undefined || known.some(isAcceptance)) return false;
  return reviewKinds[item.kind].money === "asked-amount";
}

/**
 * Returns what a refund through the gateway gives back: money of the placed order, or a further payment of a reference whose
 * order is placed. Undefined if the order of the charge is not placed: it may still be placed.
 */
export function findRefundTarget(
  payment: Pick<Payment, "attempts" | "jobs" | "cycles">,
  { attempt, cycle }: { readonly attempt: Attempt; readonly cycle: number | undefined },
): { readonly ofOrder: boolean } | undefined {
  const ofOrder = hasPlacedOrderForCharge(payment, attempt, cycle);
  const isFurtherPayment = cycle === undefined && partOf(attempt) < openPartOf(payment);
  return ofOrder || isFurtherPayment ? { ofOrder } : undefined;
}

/**
 * Returns a requested refund with what it means for the placed order, or undefined if it repeats a request. Runs inside the commit, so that
 * two requests together cannot exceed the limit (RFD-LIMIT).
 *
 * @throws PayIndexError `refund_invalid`
 */
export function requireValidRefundRequest(
  payment: Payment,
  fact: RefundRequestedFact,
  subject: ChargeFacts,
): RefundRequestedFact | undefined {
  const { attempt, cycle, facts } = subject;
  const known = gatewayRefundsOf(facts).find(({ requestId }) => requestId === fact.requestId);
  if (known !== undefined) return requireSameRefund(known, fact);
  if (cycle === undefined && attempt.state !== "paid")
    throw invalidRefundError("reference", "is not paid, so there is nothing to give back");
  const target = findRefundTarget(payment, subject);
  if (target === undefined)
    throw invalidRefundError(
      "reference",
      "has no placed order yet. Wait until the order is placed, or refund the payment at the gateway and resolve the review item",
    );
  if (isWholeChargeRefunded(subject))
    throw invalidRefundError(
      "reference",
      "has nothing left to refund: the gateway answered a query that the whole order was refunded",
    );
  const left = amountLeftToRefund(subject, target);
  if (fact.amount.minor > left.minor)
    throw invalidRefundError(
      "amount",
      `must be at most ${amountWithCurrency(left)}: that is what is left of the payment, without refunds that are on their way`,
    );
  return { ...fact, ...target };
}

function requireSameRefund(known: GatewayRefund, { amount, transactionId }: RefundRequestedFact): undefined {
  if (isSameAmount(known.amount, amount) && known.transactionId === transactionId) return undefined;
  const message = "was used for another refund of this payment. Use a new key for each refund";
  throw invalidRefundError("idempotencyKey", message);
}

/** The error for a refund that the shop cannot ask for. */
export const invalidRefund = {
  code: "refund_invalid",
  message: "The refund is not valid. Nothing was sent.",
} as const;

export function invalidRefundError(path: string, message: string): PayIndexError {
  return new PayIndexError(invalidRefund.code, invalidRefund.message, { problems: [{ path, message }] });
}
