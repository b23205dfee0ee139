import type { PayIndexError } from "../errors.ts";
import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { isAcceptance } from "../payment/derive-attempt-state.ts";
import type { Fact, ResolutionFact } from "../payment/fact.ts";
import type { Job, JobKey, JobKind } from "../payment/job.ts";
import { recordedRefundsOf, refundedForPlacedOrder } from "../payment/recorded-refunds.ts";
import type { Payment } from "../ports/store.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import type { Money } from "../protocol/money/money.ts";
import { placedOrderOf } from "../status/subscription-status.ts";
import { invalidOperatorAction } from "./invalid-operator-action.ts";

/** What a refund is about. */
interface RefundSubject {
  readonly payment: Attempt;
  readonly cycle: number | undefined;
  /** What is known of the payment, or of the later cycle. */
  readonly known: readonly Fact[];
  /** Whether an order was placed for the payment or for the later cycle. */
  readonly isPlaced: boolean;
  /** The review item that the operator named. */
  readonly item: Job | undefined;
  /** Whether the host keeps refunds in its own records of an order. */
  readonly isRefundBooked: boolean;
}

/**
 * The decision with what its refund means for the placed order. All refunds of an order together are at most what was paid for it, and one
 * of a charge without an order is at most that charge. This runs inside the commit, so that two operators cannot record more.
 *
 * @throws PayIndexError `decision_invalid`: too much, another currency, a reference that is recorded already, neither an order nor a review item
 * whose money it could be, or no refund where the host needs one
 */
export function withCheckedRefund(decision: ResolutionFact, about: RefundSubject): ResolutionFact {
  const { refund } = decision;
  if (refund === undefined) {
    if (about.isRefundBooked) requireRefund(decision, about);
    return decision;
  }
  const recorded = recordedRefundsOf(about.known);
  if (recorded.some(({ reference }) => reference === refund.reference))
    throw invalidOperatorAction({
      path: "refund.reference",
      message: "is recorded already: each refund has a reference of its own",
    });
  if (about.item === undefined && !about.isPlaced) throw withoutCharge();
  const ofOrder = about.isPlaced && concernsPlacedOrder(about.item?.kind);
  const before = ofOrder ? refundedForPlacedOrder({ money: refund.money, refunds: recorded }).minor : 0;
  if (ofOrder || hasKnownPrice(about)) checkRefundAmount(refund.money, chargedAmountOf(about), before);
  return { ...decision, refund: { ...refund, ofOrder } };
}

/**
 * Refuses a refund without amount and reference while money of a placed order is left to give back: for hosts that keep refunds in their own
 * records of an order.
 *
 * @throws PayIndexError `decision_invalid`
 */
function requireRefund(decision: ResolutionFact, about: RefundSubject): void {
  if (decision.action !== "refunded") return;
  if (!about.isPlaced || !concernsPlacedOrder(about.item?.kind)) return;
  const charged = chargedAmountOf(about);
  const refunded = refundedForPlacedOrder({ money: charged, refunds: recordedRefundsOf(about.known) });
  if (refunded.minor >= charged.minor) return;
  const message =
    "is required: send `refund` with the amount and the gateway's id of the refund, so that the order shows it";
  throw invalidOperatorAction({ path: "refund", message });
}

/** Money that was given back is of a placed order, or of a charge that a review item is about. */
function withoutCharge(): PayIndexError {
  return invalidOperatorAction({
    path: "item",
    message:
      "is required: no order was placed for this payment. Name the review item of the charge that was given back",
  });
}

/** Whether an order was placed for the payment, or a renewal for its later cycle. A book has only the open work of a cycle. */
export function hasPlacedOrder(
  { work, cycles }: Pick<Payment, "work" | "cycles">,
  { orderNumber }: Attempt,
  cycle: number | undefined,
): boolean {
  const own = work.filter((each) => each.orderNumber === orderNumber);
  if (cycle === undefined)
    return own.some((each) => each.kind === "paid" && placedOrderOf(each) !== undefined);
  const paid = cycles.find((each) => each.orderNumber === orderNumber && each.number === cycle);
  const isOpen = own.some((each) => each.kind === "cycle" && each.cycle === cycle && each.status !== "done");
  return paid?.state === "paid" && !isOpen;
}

/** The job that adds a refund to the host's records of the order. `known`: what was known before the refund. */
export function syncRefundJobKey({ cycle, known }: Pick<RefundSubject, "cycle" | "known">): JobKey {
  const mark = String(recordedRefundsOf(known).length + 1);
  return { kind: "book-refund", mark, ...(cycle === undefined ? {} : { cycle }) };
}

/** What was charged for the order. The first period of a subscription may have another price. */
function chargedAmountOf({ payment, cycle }: Pick<RefundSubject, "payment" | "cycle">): Money {
  return cycle === undefined ? expectedAmountsOf(payment).trueAmount : payment.money;
}

function checkRefundAmount(money: Money, charged: Money, before: number): void {
  if (money.currency !== charged.currency)
    throw invalidOperatorAction({ path: "refund.money.currency", message: `must be ${charged.currency}` });
  const left = { minor: charged.minor - before, currency: charged.currency };
  if (money.minor <= left.minor) return;
  const message = `must be at most ${toAmountText(left)} ${left.currency}: that is what is left of the payment`;
  throw invalidOperatorAction({ path: "refund.money", message });
}

/** Whether the charge is known to be of the amount that the shop asked for. That of any other is in the evidence alone. */
function hasKnownPrice({ item, known }: RefundSubject): boolean {
  return item !== undefined && kindsWithKnownPrice.has(item.kind) && !known.some(isAcceptance);
}

const kindsWithKnownPrice: ReadonlySet<JobKind> = new Set(["paid", "cycle", "paid-twice"]);

/** Returns whether a review item of this kind concerns the charge of the placed order. All others concern another charge. */
export function concernsPlacedOrder(kind: JobKind | undefined): boolean {
  switch (kind) {
    case undefined:
    case "refund-due":
    case "refund-notice":
    case "contradictory":
    case "unknown-code":
    case "charged-after-closing":
    case "other-master":
      return true;
    case "paid":
    case "cycle":
    case "closed":
    case "missed":
    case "book-refund":
    case "check-result":
    case "no-result":
    case "cycle-due":
    case "cycle-missing":
    case "not-verified":
    case "mismatch":
    case "paid-twice":
    case "unknown-cycle":
    case "transaction-reused":
    case "unexpected-cycle":
    case "weaker-rule":
      return false;
  }
}
