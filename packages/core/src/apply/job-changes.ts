import type { Attempt } from "../payment/attempt.ts";
import { createJob, type Job, type JobKey, type Lease } from "../payment/job.ts";
import type { JobCompletion, NewJob } from "../ports/store.ts";

/** When a change is planned, and the lease of jobs that are claimed on insert: one for the whole change, if there is such a job. */
export interface CommitContext {
  readonly now: Date;
  readonly lease: () => Lease;
}

/** The jobs that a change adds and completes. Each cause has one job. */
export class JobChanges {
  readonly added: NewJob[] = [];
  readonly #completed = new Map<string, JobCompletion>();
  readonly #context: CommitContext;
  readonly #known: Map<string, Job>;

  constructor(known: readonly Job[], context: CommitContext) {
    this.#context = context;
    this.#known = new Map(known.map((job) => [job.id, job]));
  }

  /** Adds a job that is claimed on insert, so that the committing process runs it immediately. */
  addClaimed(attempt: Attempt, key: JobKey): void {
    this.#add(attempt, key, { isClaimed: true });
  }

  /** Adds a job that the sweep runs at `dueAt`. */
  schedule(attempt: Attempt, key: JobKey, dueAt: Date): void {
    this.#add(attempt, key, { dueAt });
  }

  /** Completes a job that an operator dismissed, or that later facts made unnecessary. */
  complete(jobId: string, kind: "dismissed" | "superseded", note: string): void {
    if (this.#known.get(jobId)?.status === "completed" || this.#completed.has(jobId)) return;
    this.#completed.set(jobId, {
      id: jobId,
      outcome: { kind, at: this.#context.now.toISOString(), note },
    });
  }

  get completed(): readonly JobCompletion[] {
    return [...this.#completed.values()];
  }

  #add(
    attempt: Attempt,
    key: JobKey,
    { isClaimed = false, dueAt }: { isClaimed?: boolean; dueAt?: Date },
  ): void {
    const job = createJob(attempt, key, { now: this.#context.now, dueAt });
    if (this.#known.has(job.id)) return;
    this.#known.set(job.id, job);
    this.added.push(isClaimed ? { job, lease: this.#context.lease() } : { job });
  }
}
