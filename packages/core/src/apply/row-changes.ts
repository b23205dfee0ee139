import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import { createJob, type Job, type JobKey, type JobProblem, type Lease } from "../payment/job.ts";
import {
  createReviewItem,
  isOpenReviewItem,
  type ReviewItem,
  type ReviewItemKey,
} from "../payment/review-item.ts";
import type { JobClaimRequest, JobCompletion, NewJob, ResolvedItem } from "../ports/store.ts";

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

type NewItem = { readonly problem: JobProblem } & Pick<ReviewItem, "noResult" | "requestedAmount">;

/** The review items that a change opens and resolves. Each cause has one item. */
export class ReviewItemChanges {
  readonly added: ReviewItem[] = [];
  readonly reopened: ReviewItem[] = [];
  readonly updated: ReviewItem[] = [];
  readonly #resolved = new Map<string, ResolvedItem>();
  readonly #now: Date;
  readonly #known: Map<string, ReviewItem>;

  constructor(known: readonly ReviewItem[], now: Date) {
    this.#now = now;
    this.#known = new Map(known.map((item) => [item.id, item]));
  }

  open(attempt: Attempt, key: ReviewItemKey, content: NewItem): void {
    const item = createReviewItem(attempt, key, { now: this.#now, ...content });
    if (this.#known.has(item.id)) return;
    this.#known.set(item.id, item);
    this.added.push(item);
  }

  /** Opens an item, also if it was resolved before this change. Does nothing if it is open. */
  reopen(attempt: Attempt, key: ReviewItemKey, content: NewItem): void {
    const item = createReviewItem(attempt, key, { now: this.#now, ...content });
    const known = this.#known.get(item.id);
    if (known !== undefined && isOpenReviewItem(known)) return;
    this.#known.set(item.id, item);
    this.reopened.push(item);
  }

  /** Resolves an open item. Does nothing if it is resolved, or if there is none. */
  resolve(itemId: string, note: string): void {
    const item = this.#known.get(itemId);
    if (item === undefined || !isOpenReviewItem(item) || this.#resolved.has(itemId)) return;
    this.#resolved.set(itemId, { id: itemId, resolution: { at: this.#now.toISOString(), note } });
  }

  /** Replaces the problem of an open item. Does nothing if it is resolved, or if there is none. */
  update(itemId: string, problem: JobProblem): void {
    const item = this.#known.get(itemId);
    if (item !== undefined && isOpenReviewItem(item)) this.updated.push({ ...item, problem });
  }

  /** The items that are open after this change. */
  get stillOpen(): readonly ReviewItem[] {
    return [...this.#known.values()].filter((item) => isOpenReviewItem(item) && !this.#resolved.has(item.id));
  }

  get resolved(): readonly ResolvedItem[] {
    return [...this.#resolved.values()];
  }
}

/** Seconds. A process that is killed holds its jobs for this long. Longer than a process may pause, such as for garbage collection. */
const leaseSeconds = 30;

/** Returns a lease for jobs that are claimed now. */
export function createJobLease({ platform }: Pick<EngineContext, "platform">): Lease {
  return {
    token: Buffer.from(platform.randomBytes(16)).toString("hex"),
    until: leaseEndFromNow({ platform }),
  };
}

/** Returns when a lease ends that is taken or renewed now. */
export function leaseEndFromNow({ platform }: Pick<EngineContext, "platform">): Date {
  return new Date(platform.now().getTime() + leaseSeconds * 1000);
}

/** Returns a request to claim jobs now. */
export function createJobClaimRequest(engine: Pick<EngineContext, "platform">): JobClaimRequest {
  return { now: engine.platform.now(), lease: createJobLease(engine) };
}
