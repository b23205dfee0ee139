import { toAmountText } from "../money/amount-text.ts";
import { payersOf } from "../payment/judge.ts";
import { type Payment, termsOf } from "../payment/payment.ts";
import { isSubscription } from "../subscription/subscription.ts";
import type { DraftWork } from "./draft-work.ts";
import type { EndedWork } from "./store.ts";
import { placedBy } from "./subscription-status.ts";
import type { Work, WorkProblem } from "./work.ts";

/** Milliseconds after which an attempt that waits for another one looks again. Whoever places the other one runs it earlier. */
export const waitForOther = 30_000;

interface Chosen {
  /** Payments that win from now on, or win no longer. */
  readonly payments: readonly Payment[];
  /** Jobs that place nothing any more. */
  readonly ended: readonly EndedWork[];
}

/**
 * Which attempt of a reference may have its order placed (LED-WINS): one at a time, the first that is paid. If its order cannot be placed,
 * another paid attempt may follow. Once an order is placed, every other paid attempt is paid twice.
 */
export class DraftPlacing {
  readonly #jobs: ReadonlyMap<string, Work>;
  readonly #now: Date;
  readonly #begin = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(work: readonly Work[], now: Date) {
    const jobs = work.filter(({ kind }) => kind === "paid");
    this.#jobs = new Map(jobs.map((job) => [job.orderNumber, job]));
    this.#now = now;
  }

  take(orderNumber: string, placing: "begin" | "failed"): void {
    (placing === "begin" ? this.#begin : this.#failed).add(orderNumber);
  }

  /** @param payments with the state that this commit gives them, oldest attempt first */
  choose(payments: readonly Payment[], work: DraftWork): Chosen {
    const released = payments.filter((each) => each.takesReference && this.#isReleased(each));
    const holder = payments.find((each) => each.takesReference && !released.includes(each));
    const open = payments.filter(({ state }) => state === "paid").filter((each) => each !== holder);
    const winner = holder ?? open.find((each) => this.#mayBegin(each));
    const others = open.filter((each) => each !== winner);
    if (winner !== undefined) work.apply(winner, { kind: "paid" });
    const isPlaced = winner !== undefined && placedBy(this.#jobs.get(winner.orderNumber)) !== undefined;
    for (const other of others)
      if (isPlaced) work.park(other, { kind: "paid-twice", mark: "1" }, paidTwice(other, winner));
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

  #isReleased({ orderNumber, state }: Payment): boolean {
    return state !== "paid" || this.#failed.has(orderNumber);
  }

  /** Its job is new, or is run now. A job that waits, or that failed, is not begun by anybody else. */
  #mayBegin({ orderNumber }: Payment): boolean {
    return this.#begin.has(orderNumber) || !this.#jobs.has(orderNumber);
  }

  #endOf({ orderNumber }: Payment, winner: Payment): EndedWork[] {
    const job = this.#jobs.get(orderNumber);
    if (job === undefined || job.status === "done") return [];
    const note = `The order was placed for attempt ${winner.orderNumber}.`;
    return [{ id: job.id, result: { at: this.#now.toISOString(), note } }];
  }
}

function paidTwice(payment: Payment, winner: Payment): WorkProblem {
  const [transaction] = payersOf(termsOf(payment), payment.facts).flat();
  const charge =
    transaction === undefined ? "what an operator accepted for" : `transaction ${transaction} of`;
  const ending = isSubscription(payment)
    ? " Also close its subscription there: the gateway continues to charge it."
    : "";
  return {
    code: "paid_twice",
    message: `The order was placed for ${attemptText(winner)}. This is ${attemptText(payment)}. Refund ${charge} this attempt at the gateway, then record the refund.${ending}`,
  };
}

/** For staff, who know an attempt by how and how much was paid. */
function attemptText({ attempt, variant, money, orderNumber }: Payment): string {
  return `attempt ${attempt} (${variant}, ${toAmountText(money)} ${money.currency}, order number ${orderNumber})`;
}
