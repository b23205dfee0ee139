import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { findPayingTransactionSets, freesWholeAttempt } from "../payment/classify-facts.ts";
import type { Job, JobProblem } from "../payment/job.ts";
import { placedOrderOf } from "../payment/placed-order.ts";
import { findKeptPayingSets } from "../payment/refundable-charge.ts";
import { furtherAttemptDedupeKey, type ReviewItem } from "../payment/review-item.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import { toAmountText } from "../protocol/money/money.ts";
import type { JobChanges, ReviewItemChanges } from "./row-changes.ts";

/** Milliseconds after which an attempt that waits for another one is checked again. The process that places the other one checks earlier. */
export const otherAttemptWaitMilliseconds = 30_000;

/** The step of placing an order that an attempt begins, or at which it fails. */
export type PlacingBeginOrFailure = "begin" | "failed";

/**
 * Chooses the attempt of a payment whose order may be placed (ENG-WINS): one at a time, the first that is paid. If its order cannot be
 * placed, another paid attempt can follow. Once an order is placed, every other paid attempt is paid twice.
 */
export class WinningAttemptChanges {
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #begin = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(jobs: readonly Job[]) {
    const placing = jobs.filter(({ kind }) => kind === "place-order");
    this.#jobs = new Map(placing.map((job) => [job.attemptId, job]));
  }

  take(attemptId: string, step: PlacingBeginOrFailure): void {
    (step === "begin" ? this.#begin : this.#failed).add(attemptId);
  }

  /**
   * Returns the attempts that win from now on, or win no longer. Adds their jobs and review items.
   *
   * @param attempts with the state that this commit gives them, oldest attempt first
   */
  choose(
    attempts: readonly Attempt[],
    { jobs, items }: { readonly jobs: JobChanges; readonly items: ReviewItemChanges },
  ): readonly Attempt[] {
    const released = attempts.filter((each) => each.isWinning && this.#isReleased(each));
    const current = attempts.find((each) => each.isWinning && !released.includes(each));
    const paid = attempts.filter(({ state }) => state === "paid").filter((each) => each !== current);
    const winner = current ?? paid.find((each) => this.#mayBegin(each));
    const others = paid.filter((each) => each !== winner);
    if (winner !== undefined) jobs.addClaimed(winner, { kind: "place-order" });
    const isPlaced = winner !== undefined && placedOrderOf(this.#jobs.get(winner.attemptId)) !== undefined;
    for (const other of others)
      if (isPlaced) {
        const key = { kind: "paid-twice", dedupeKey: furtherAttemptDedupeKey } as const;
        if (!isRefundedInFull(other)) items.open(other, key, { problem: paidTwiceProblem(other, winner) });
        this.#supersede(other, winner, jobs);
      }
      // Its job runs at once, too: the order of the winner may be placed by now, and then no other process checks.
      else jobs.addClaimed(other, { kind: "place-order" });
    return [
      ...released.map((each) => ({ ...each, isWinning: each === winner })),
      ...(winner === undefined || winner === current ? [] : [{ ...winner, isWinning: true }]),
    ];
  }

  #isReleased({ attemptId, state }: Attempt): boolean {
    return state !== "paid" || this.#failed.has(attemptId);
  }

  /** Its job is new, or runs now. Only the sweep and operators begin a job that waits, or that failed. */
  #mayBegin({ attemptId }: Attempt): boolean {
    return this.#begin.has(attemptId) || !this.#jobs.has(attemptId);
  }

  #supersede({ attemptId }: Attempt, winner: Attempt, jobs: JobChanges): void {
    const job = this.#jobs.get(attemptId);
    if (job !== undefined)
      jobs.complete(job.id, "superseded", `The order was placed for attempt ${winner.attemptId}.`);
  }
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
  return {
    code: "paid_twice",
    message: `The order was placed for ${describeAttempt(winner)}. This is ${describeAttempt(attempt)}. Refund ${charge} this attempt at the gateway, then record the refund.${ending}`,
  };
}

/** Describes an attempt for staff, who know it by its variant and amount. */
function describeAttempt({ number, variant, amount, attemptId }: Attempt): string {
  return `attempt ${number} (${variant}, ${toAmountText(amount)} ${amount.currency}, gateway order ID ${attemptId})`;
}
