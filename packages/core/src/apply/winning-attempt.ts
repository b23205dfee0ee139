import { type Attempt, expectedAmountsOf } from "../payment/attempt.ts";
import { transactionsPaying } from "../payment/derive-attempt-state.ts";
import type { Job, JobProblem } from "../payment/job.ts";
import { placedOrderOf } from "../payment/placed-order.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import type { JobCompletion } from "../ports/store.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import type { JobChanges } from "./job-changes.ts";

/** Milliseconds after which an attempt that waits for another one looks again. Whoever places the other one runs it earlier. */
export const otherAttemptWait = 30_000;

interface WinnerChoice {
  /** Payments that win from now on, or win no longer. */
  readonly payments: readonly Attempt[];
  /** Jobs that place nothing any more. */
  readonly ended: readonly JobCompletion[];
}

/**
 * Which attempt of a reference may have its order placed (LED-WINS): one at a time, the first that is paid. If its order cannot be placed,
 * another paid attempt may follow. Once an order is placed, every other paid attempt is paid twice.
 */
export class WinningAttemptChanges {
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #now: Date;
  readonly #begin = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(work: readonly Job[], now: Date) {
    const jobs = work.filter(({ kind }) => kind === "paid");
    this.#jobs = new Map(jobs.map((job) => [job.orderNumber, job]));
    this.#now = now;
  }

  take(orderNumber: string, placing: "begin" | "failed"): void {
    (placing === "begin" ? this.#begin : this.#failed).add(orderNumber);
  }

  /** @param payments with the state that this commit gives them, oldest attempt first */
  choose(payments: readonly Attempt[], work: JobChanges): WinnerChoice {
    const released = payments.filter((each) => each.takesReference && this.#isReleased(each));
    const holder = payments.find((each) => each.takesReference && !released.includes(each));
    const open = payments.filter(({ state }) => state === "paid").filter((each) => each !== holder);
    const winner = holder ?? open.find((each) => this.#mayBegin(each));
    const others = open.filter((each) => each !== winner);
    if (winner !== undefined) work.apply(winner, { kind: "paid" });
    const isPlaced = winner !== undefined && placedOrderOf(this.#jobs.get(winner.orderNumber)) !== undefined;
    for (const other of others)
      if (isPlaced) work.park(other, { kind: "paid-twice", mark: "1" }, paidTwiceProblem(other, winner));
      // Run at once, too: the winner may be placed since this was read, and then nobody else looks.
      else work.apply(other, { kind: "paid" });
    return {
      payments: [
        ...released.map((each) => ({ ...each, takesReference: each === winner })),
        ...(winner === undefined || winner === holder ? [] : [{ ...winner, takesReference: true }]),
      ],
      ended: isPlaced ? others.flatMap((each) => this.#endOf(each, winner)) : [],
    };
  }

  #isReleased({ orderNumber, state }: Attempt): boolean {
    return state !== "paid" || this.#failed.has(orderNumber);
  }

  /** Its job is new, or is run now. A job that waits, or that failed, is not begun by anybody else. */
  #mayBegin({ orderNumber }: Attempt): boolean {
    return this.#begin.has(orderNumber) || !this.#jobs.has(orderNumber);
  }

  #endOf({ orderNumber }: Attempt, winner: Attempt): JobCompletion[] {
    const job = this.#jobs.get(orderNumber);
    if (job === undefined || job.status === "done") return [];
    const note = `The order was placed for attempt ${winner.orderNumber}.`;
    return [{ id: job.id, result: { at: this.#now.toISOString(), note } }];
  }
}

function paidTwiceProblem(payment: Attempt, winner: Attempt): JobProblem {
  const [transaction] = transactionsPaying(expectedAmountsOf(payment), payment.facts).flat();
  const charge =
    transaction === undefined ? "what an operator accepted for" : `transaction ${transaction} of`;
  const ending = isSubscriptionAttempt(payment)
    ? " Also close its subscription there: the gateway continues to charge it."
    : "";
  return {
    code: "paid_twice",
    message: `The order was placed for ${describeAttempt(winner)}. This is ${describeAttempt(payment)}. Refund ${charge} this attempt at the gateway, then record the refund.${ending}`,
  };
}

/** For staff, who know an attempt by how and how much was paid. */
function describeAttempt({ attempt, variant, money, orderNumber }: Attempt): string {
  return `attempt ${attempt} (${variant}, ${toAmountText(money)} ${money.currency}, order number ${orderNumber})`;
}
