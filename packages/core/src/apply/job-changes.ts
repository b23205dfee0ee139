import type { Attempt } from "../payment/attempt.ts";
import { createJob, type Job, type JobKey, type JobProblem, jobId, type Lease } from "../payment/job.ts";

/** When a book is settled, and the lease that its new work is born with. */
export interface CommitContext {
  readonly now: Date;
  readonly lease: Lease;
}

/** `unanswered`: the attempts that an item `no-result` is about. `asked`: the amount that an item `refund-due` is about. */
type ReviewItemKey = JobKey & Pick<Job, "unanswered" | "asked">;

/** The work that settling a book brings along: each cause once. */
export class JobChanges {
  readonly added: (Job & { lease?: Lease })[] = [];
  readonly #moment: CommitContext;
  readonly #known: Set<string>;

  constructor(known: readonly Job[], moment: CommitContext) {
    this.#moment = moment;
    this.#known = new Set(known.map(({ id }) => id));
  }

  /** For the host, at once, by whoever commits. */
  apply(payment: Attempt, cause: JobKey): void {
    this.#add(payment, cause, { status: "due", lease: this.#moment.lease });
  }

  /** For later. */
  watch(payment: Attempt, cause: JobKey, dueAt: Date): void {
    this.#add(payment, cause, { status: "due", dueAt });
  }

  /** For a person. */
  park(payment: Attempt, cause: ReviewItemKey, problem: JobProblem): void {
    const { unanswered, asked, ...key } = cause;
    this.#add(payment, key, { status: "parked", problem, unanswered, asked });
  }

  #add(
    payment: Attempt,
    cause: JobKey,
    rest: Pick<Job, "status" | "problem"> & {
      readonly lease?: Lease;
      readonly dueAt?: Date;
      readonly unanswered?: Job["unanswered"];
      readonly asked?: Job["asked"];
    },
  ): void {
    const id = jobId(payment.orderNumber, cause);
    if (this.#known.has(id)) return;
    this.#known.add(id);
    const { kind, cycle } = cause;
    this.added.push(createJob(payment, { id, kind, cycle, now: this.#moment.now, ...rest }));
  }
}

/** The problem of an item, in the words of whoever judged. */
export function findingProblem({
  kind,
  evidence,
}: {
  readonly kind: string;
  readonly evidence: string;
}): JobProblem {
  return { code: kind.replaceAll("-", "_"), message: evidence };
}
