import { type Attempt, expectedAmountsOf, partOf } from "../payment/attempt.ts";
import { findPayingTransactionSets, freesWholeAttempt } from "../payment/classify-facts.ts";
import type { Job, JobProblem } from "../payment/job.ts";
import { placedOrderOf } from "../payment/placed-order.ts";
import { findKeptPayingSets } from "../payment/refundable-charge.ts";
import { furtherAttemptDedupeKey, type ReviewItem } from "../payment/review-item.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import type { Payment } from "../ports/store.ts";
import { amountWithCurrency } from "../protocol/money/money.ts";
import type { RowChanges } from "./row-changes.ts";

/** The step of placing an order that an attempt begins, or at which it fails. */
export type PlacingBeginOrFailure = "begin" | "failed";

/**
 * Chooses the attempt of each part of a payment whose order may be placed (ENG-WINS): one at a time, the first that is paid. If its order
 * cannot be placed, another paid attempt can follow. Once an order is placed, every other paid attempt of the part is paid twice.
 *
 * @param placing what attempts begin, or failed at, with this change
 */
export function chooseWinningAttempts(
  rows: RowChanges,
  placing: ReadonlyMap<string, PlacingBeginOrFailure>,
): void {
  for (const part of new Set(rows.attempts.map(partOf))) chooseWinningAttempt(rows, placing, part);
}

function chooseWinningAttempt(
  rows: RowChanges,
  placing: ReadonlyMap<string, PlacingBeginOrFailure>,
  part: number,
): void {
  const attempts = rows.attempts.filter((each) => partOf(each) === part);
  const released = attempts.filter(({ attemptId, isWinning, state }) => {
    return isWinning && (state !== "paid" || placing.get(attemptId) === "failed");
  });
  const current = attempts.find((each) => each.isWinning && !released.includes(each));
  const paid = attempts.filter((each) => each.state === "paid" && each !== current);
  const winner = current ?? paid.find(({ attemptId }) => mayBegin(rows.payment, attemptId, placing));
  for (const each of released) rows.replaceAttempt({ ...each, isWinning: false });
  if (winner !== undefined) rows.addClaimedJob(winner, { kind: "place-order" });
  if (winner !== undefined && winner !== current) rows.replaceAttempt({ ...winner, isWinning: true });
  const isPlaced =
    winner !== undefined && placedOrderOf(placingJobOf(rows.payment, winner.attemptId)) !== undefined;
  for (const other of paid.filter((each) => each !== winner))
    if (isPlaced) openPaidTwiceItem(rows, other, winner);
    // Its job runs at once, too: the order of the winner may be placed by now, and then no other process checks.
    else rows.addClaimedJob(other, { kind: "place-order" });
}

/** Its job is new, or runs now. Only the sweep and operators begin a job that waits, or that failed. */
function mayBegin(payment: Payment, attemptId: string, placing: ReadonlyMap<string, PlacingBeginOrFailure>) {
  return placing.get(attemptId) === "begin" || placingJobOf(payment, attemptId) === undefined;
}

function placingJobOf({ jobs }: Payment, attemptId: string): Job | undefined {
  return jobs.find((job) => job.kind === "place-order" && job.attemptId === attemptId);
}

/** The order was placed for the winner, so this attempt paid it once more. */
function openPaidTwiceItem(rows: RowChanges, other: Attempt, winner: Attempt): void {
  const key = { kind: "paid-twice", dedupeKey: furtherAttemptDedupeKey } as const;
  if (!isRefundedInFull(other)) rows.openItem(other, key, { problem: paidTwiceProblem(other, winner) });
  const job = placingJobOf(rows.payment, other.attemptId);
  if (job !== undefined)
    rows.completeJob(job.id, "superseded", `The order was placed for attempt ${winner.attemptId}.`);
}

/**
 * Returns whether the money of all transactions but one went back, and the order is or can still be placed for this one (ITEM-TWICE). If
 * staff end the attempt instead, no order gets the money that is left, so it needs an item.
 */
export function keepsOnePaymentForOrder(attempt: Attempt, open: readonly ReviewItem[]): boolean {
  const { attemptId, facts, isWinning } = attempt;
  const isAsked = open.some((item) => item.kind === "order-not-placed" && item.attemptId === attemptId);
  const hasOrder = (isWinning || isAsked) && !facts.some(freesWholeAttempt);
  return hasOrder && findKeptPayingSets(expectedAmountsOf(attempt), facts).length < 2;
}

/** Whether the gateway reported that all money of a paid attempt went back: a request to refund it would give it back twice. */
function isRefundedInFull(attempt: Attempt): boolean {
  const terms = expectedAmountsOf(attempt);
  const isReported = findPayingTransactionSets(terms, attempt.facts).length > 0;
  return isReported && findKeptPayingSets(terms, attempt.facts).length === 0;
}

function paidTwiceProblem(attempt: Attempt, winner: Attempt): JobProblem {
  const [transaction] = findKeptPayingSets(expectedAmountsOf(attempt), attempt.facts).flat();
  const charge =
    transaction === undefined ? "what an operator accepted for" : `transaction ${transaction} of`;
  const ending = isSubscriptionAttempt(attempt)
    ? " Also close its subscription there: the gateway continues to charge it."
    : "";
  const message = `The order was placed for ${describeAttempt(winner)}. This is ${describeAttempt(attempt)}. Refund ${charge} this attempt at the gateway, then record the refund.${ending}`;
  return { code: "paid_twice", message };
}

/** Describes an attempt for staff, who know it by its variant and amount. */
function describeAttempt({ number, variant, amount, attemptId }: Attempt): string {
  return `attempt ${number} (${variant}, ${amountWithCurrency(amount)}, gateway order ID ${attemptId})`;
}
