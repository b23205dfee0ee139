import type { Payment } from "../payment/payment.ts";
import { type Cause, type Lease, newWork, type Work, type WorkProblem, workId } from "./work.ts";

/** When a book is settled, and the lease that its new work is born with. */
export interface Moment {
  readonly now: Date;
  readonly lease: Lease;
}

/** `unanswered`: the attempts that an item `no-result` is about. `asked`: the amount that an item `refund-due` is about. */
type ParkedCause = Cause & Pick<Work, "unanswered" | "asked">;

/** The work that settling a book brings along: each cause once. */
export class DraftWork {
  readonly added: (Work & { lease?: Lease })[] = [];
  readonly #moment: Moment;
  readonly #known: Set<string>;

  constructor(known: readonly Work[], moment: Moment) {
    this.#moment = moment;
    this.#known = new Set(known.map(({ id }) => id));
  }

  /** For the host, at once, by whoever commits. */
  apply(payment: Payment, cause: Cause): void {
    this.#add(payment, cause, { status: "due", lease: this.#moment.lease });
  }

  /** For later. */
  watch(payment: Payment, cause: Cause, dueAt: Date): void {
    this.#add(payment, cause, { status: "due", dueAt });
  }

  /** For a person. */
  park(payment: Payment, cause: ParkedCause, problem: WorkProblem): void {
    const { unanswered, asked, ...key } = cause;
    this.#add(payment, key, { status: "parked", problem, unanswered, asked });
  }

  #add(
    payment: Payment,
    cause: Cause,
    rest: Pick<Work, "status" | "problem"> & {
      readonly lease?: Lease;
      readonly dueAt?: Date;
      readonly unanswered?: Work["unanswered"];
      readonly asked?: Work["asked"];
    },
  ): void {
    const id = workId(payment.orderNumber, cause);
    if (this.#known.has(id)) return;
    this.#known.add(id);
    const { kind, cycle } = cause;
    this.added.push(newWork(payment, { id, kind, cycle, now: this.#moment.now, ...rest }));
  }
}

/** The problem of an item, in the words of whoever judged. */
export function itemProblem({
  kind,
  evidence,
}: {
  readonly kind: string;
  readonly evidence: string;
}): WorkProblem {
  return { code: kind.replaceAll("-", "_"), message: evidence };
}
