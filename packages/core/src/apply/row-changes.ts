import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import {
  createJob,
  type Job,
  type JobKey,
  type JobKind,
  type JobProblem,
  type Lease,
} from "../payment/job.ts";
import {
  createReviewItem,
  isOpenReviewItem,
  type ReviewItem,
  type ReviewItemKey,
} from "../payment/review-item.ts";
import type { JobClaimRequest, JobCompletion, NewJob, Payment, ResolvedItem } from "../ports/store.ts";

/** When a change is planned, and the settings that it needs. */
export interface PlanContext {
  readonly now: Date;
  /** Returns the lease of jobs that are claimed on insert. Called once for a change, if it has such a job. */
  readonly createLease: () => Lease;
  readonly calendar: CycleDueSettings;
}

/** The time zone in which the gateway counts its days, and how late a charge may be: seconds. */
export interface CycleDueSettings {
  readonly timeZone: string;
  readonly cycleMargin: number;
}

type NewItem = { readonly problem: JobProblem } & Pick<ReviewItem, "noResult" | "requestedAmount">;

/** The attempts, jobs and review items of a payment while a change is planned. Each cause has one job and one item. */
export class RowChanges {
  /** The payment as it was loaded. */
  readonly payment: Payment;
  readonly now: Date;
  readonly calendar: CycleDueSettings;
  readonly newJobs: NewJob[] = [];
  readonly completedJobs: JobCompletion[] = [];
  readonly newItems: ReviewItem[] = [];
  readonly reopenedItems: ReviewItem[] = [];
  readonly updatedItems: ReviewItem[] = [];
  readonly resolvedItems: ResolvedItem[] = [];
  readonly #attempts = new Map<string, Attempt>();
  readonly #createLease: () => Lease;
  #itemsById: Map<string, ReviewItem> | undefined;
  #lease: Lease | undefined;

  constructor(payment: Payment, { now, createLease, calendar }: PlanContext) {
    this.payment = payment;
    this.now = now;
    this.calendar = calendar;
    this.#createLease = createLease;
    for (const attempt of payment.attempts) this.#attempts.set(attempt.attemptId, attempt);
  }

  /** The attempts as they are after this change, the oldest first. */
  get attempts(): readonly Attempt[] {
    return [...this.#attempts.values()];
  }

  /** The attempts that are not as they were loaded. */
  get changedAttempts(): readonly Attempt[] {
    const known: ReadonlySet<Attempt> = new Set(this.payment.attempts);
    return this.attempts.filter((attempt) => !known.has(attempt));
  }

  findAttempt(attemptId: string): Attempt | undefined {
    return this.#attempts.get(attemptId);
  }

  replaceAttempt<Changed extends Attempt>(attempt: Changed): Changed {
    this.#attempts.set(attempt.attemptId, attempt);
    return attempt;
  }

  /** Adds a job that is claimed on insert, so that the committing process runs it immediately. */
  addClaimedJob(attempt: Attempt, key: JobKey): void {
    const job = createJob(attempt, key, { now: this.now });
    if (this.#hasJob(job.id)) return;
    this.#lease ??= this.#createLease();
    this.newJobs.push({ job, lease: this.#lease });
  }

  /** Adds a job that the sweep runs at `dueAt`. */
  scheduleJob(attempt: Attempt, key: JobKey, dueAt: Date): void {
    const job = createJob(attempt, key, { now: this.now, dueAt });
    if (!this.#hasJob(job.id)) this.newJobs.push({ job });
  }

  #hasJob(jobId: string): boolean {
    return hasId(this.payment.jobs, jobId) || this.newJobs.some(({ job }) => job.id === jobId);
  }

  /** Completes a job that an operator dismissed, or that later facts made unnecessary. */
  completeJob(jobId: string, kind: "dismissed" | "superseded", note: string): void {
    const known = this.payment.jobs.find(({ id }) => id === jobId);
    if (known?.status === "completed" || hasId(this.completedJobs, jobId)) return;
    this.completedJobs.push({ id: jobId, outcome: { kind, at: this.now.toISOString(), note } });
  }

  openItem(attempt: Attempt, key: ReviewItemKey, content: NewItem): void {
    const item = createReviewItem(attempt, key, { now: this.now, ...content });
    if (this.#items.has(item.id)) return;
    this.#items.set(item.id, item);
    this.newItems.push(item);
  }

  /** Opens an item, also if it was resolved before this change. Does nothing if it is open. */
  reopenItem(attempt: Attempt, key: ReviewItemKey, content: NewItem): void {
    const item = createReviewItem(attempt, key, { now: this.now, ...content });
    if (this.#findOpenItem(item.id) !== undefined) return;
    this.#items.set(item.id, item);
    this.reopenedItems.push(item);
  }

  /** Resolves an open item. Does nothing if it is resolved, or if there is none. */
  resolveItem(itemId: string, note: string): void {
    if (this.#findOpenItem(itemId) === undefined || hasId(this.resolvedItems, itemId)) return;
    this.resolvedItems.push({ id: itemId, resolution: { at: this.now.toISOString(), note } });
  }

  /** Replaces the problem of an open item. Does nothing if it is resolved, or if there is none. */
  updateItem(itemId: string, problem: JobProblem): void {
    const item = this.#findOpenItem(itemId);
    if (item !== undefined) this.updatedItems.push({ ...item, problem });
  }

  /** The items that are open after this change. */
  get openItems(): readonly ReviewItem[] {
    const isLeft = (item: ReviewItem) => isOpenReviewItem(item) && !hasId(this.resolvedItems, item.id);
    return [...this.#items.values()].filter(isLeft);
  }

  #findOpenItem(itemId: string): ReviewItem | undefined {
    const item = this.#items.get(itemId);
    return item !== undefined && isOpenReviewItem(item) ? item : undefined;
  }

  /** The known and the new items. Most changes need none. */
  get #items(): Map<string, ReviewItem> {
    this.#itemsById ??= new Map(this.payment.reviewItems.map((item) => [item.id, item]));
    return this.#itemsById;
  }
}

/** Returns the known jobs of one kind of an attempt. */
export function jobsOfKind(
  { payment }: RowChanges,
  { attemptId }: Pick<Attempt, "attemptId">,
  kind: JobKind,
): Job[] {
  return payment.jobs.filter((job) => job.kind === kind && job.attemptId === attemptId);
}

/** Returns the dedupe key of a further job of one kind: jobs of this kind are numbered. */
export function dedupeKeyAfter(known: readonly Job[]): string {
  return known.length === 0 ? "" : String(known.length + 1);
}

function hasId(rows: readonly { readonly id: string }[], id: string): boolean {
  return rows.some((row) => row.id === id);
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
