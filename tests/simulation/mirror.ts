import type {
  Attempt,
  Cycle,
  InboxEntry,
  Job,
  JobClaimRequest,
  Lease,
  LeasedJob,
  PaymentChange,
  ReviewItem,
} from "@pay-index/core/store";
import type { World } from "./world.ts";

interface MirroredJob {
  readonly job: Job;
  lease: Lease | undefined;
  status: Job["status"];
  /** Milliseconds since 1970, by the clock of the process. */
  dueAt: number;
}

/** What is told when rows were committed. */
export interface MirrorListener {
  changed(change: PaymentChange): void;
  received(entry: InboxEntry): void;
  /** Something is due: milliseconds since 1970. */
  due(at: number): void;
}

/** What the database holds, derived from the calls alone. It knows what no database may do: run a completed job, lend a lease twice. */
export class Mirror {
  readonly attempts = new Map<string, Attempt>();
  readonly cycles = new Map<string, Cycle>();
  readonly items = new Map<string, ReviewItem>();
  readonly jobs = new Map<string, MirroredJob>();
  /** The jobs that were not completed. */
  readonly #openJobs = new Map<string, MirroredJob>();
  readonly pending = new Map<string, InboxEntry>();
  readonly #versions = new Map<string, number>();
  readonly #world: World;
  readonly #listener: MirrorListener;

  constructor(world: World, listener: MirrorListener) {
    this.#world = world;
    this.#listener = listener;
  }

  /** Called in the same moment in which the database did it. */
  afterCall(name: string, [first, second]: readonly unknown[], answer: unknown): void {
    const leased = first as LeasedJob;
    const isDone = answer === true;
    if (name === "commit" && answer === "committed") this.#committed(first as PaymentChange);
    else if (name === "receive") this.#received(first as InboxEntry, answer as string);
    else if (name === "claimDueJobs")
      for (const each of answer as LeasedJob[]) this.#claimed(each, first as JobClaimRequest);
    else if (name === "claimJob" && answer !== undefined)
      this.#claimed(answer as LeasedJob, second as JobClaimRequest);
    else if (name === "renewLease" && isDone) this.#renewed(leased, second as Date);
    else if (name === "completeJob" && isDone) this.#completed(first as string);
    else if (name === "retryJobLater" && isDone) this.#retried(leased, (second as { dueAt: Date }).dueAt);
    else if (name === "giveUpJob")
      this.#gaveUp(leased, (second as { reviewItem: ReviewItem }).reviewItem, isDone);
  }

  /** Remembers what the database holds now. Returns a function that brings it back. */
  snapshot(): () => void {
    const { attempts, cycles, items, pending } = this;
    const restores = [attempts, cycles, items, pending, this.#versions].map((map) =>
      remember<string, unknown>(map),
    );
    const jobs = [...this.jobs.values()].map((each) => ({ ...each }));
    return () => {
      for (const restore of restores) restore();
      this.jobs.clear();
      this.#openJobs.clear();
      for (const job of jobs) {
        this.jobs.set(job.job.id, job);
        if (job.status !== "completed") this.#openJobs.set(job.job.id, job);
      }
    };
  }

  #committed(change: PaymentChange): void {
    const key = `${change.tenant}/${change.reference}`;
    const version = this.#versions.get(key) ?? 0;
    this.#world.check(change.version === version, "a commit does not overwrite another one", key);
    this.#versions.set(key, version + 1);
    // The listener compares the change with what was known before.
    this.#listener.changed(change);
    for (const attempt of change.attempts) this.attempts.set(attempt.attemptId, attempt);
    for (const cycle of change.cycles) this.cycles.set(`${cycle.attemptId}/${cycle.number}`, cycle);
    for (const id of change.processed) this.pending.delete(id);
    for (const { job, lease } of change.jobs) if (!this.jobs.has(job.id)) this.#added(job, lease);
    for (const item of change.reviewItems) if (!this.items.has(item.id)) this.items.set(item.id, item);
    for (const item of change.reopenedItems) this.items.set(item.id, item);
    for (const { id } of change.completedJobs) if (this.isJobOpen(id)) this.#completed(id);
    for (const { id } of change.resolvedItems) this.#resolve(id);
  }

  #added(job: Job, lease: Lease | undefined): void {
    const dueAt = Date.parse(job.dueAt);
    const mirrored = { job, lease, status: job.status, dueAt };
    this.jobs.set(job.id, mirrored);
    this.#openJobs.set(job.id, mirrored);
    this.#listener.due(Math.max(dueAt, lease?.until.getTime() ?? 0));
  }

  #received(entry: InboxEntry, answer: string): void {
    this.#listener.received(entry);
    if (answer === "new") this.pending.set(entry.id, entry);
  }

  #claimed({ job, lease }: LeasedJob, { now }: JobClaimRequest): void {
    const known = this.jobs.get(job.id);
    this.#world.check(
      known !== undefined && known.status !== "completed",
      "a completed job is not run again",
      job.id,
    );
    const isFree = known?.lease === undefined || known.lease.until <= now;
    this.#world.check(isFree, "no lease is held twice", job.id);
    if (known !== undefined) known.lease = lease;
    this.#listener.due(lease.until.getTime());
  }

  #holds({ job, lease }: LeasedJob, change: Partial<MirroredJob>): void {
    const known = this.jobs.get(job.id);
    this.#world.check(known?.lease?.token === lease.token, "a lost lease changes nothing", job.id);
    if (known !== undefined) Object.assign(known, { lease: undefined, ...change });
  }

  #renewed(leased: LeasedJob, until: Date): void {
    const known = this.jobs.get(leased.job.id)?.lease?.until ?? until;
    this.#holds(leased, { lease: { ...leased.lease, until: known > until ? known : until } });
  }

  #retried(leased: LeasedJob, dueAt: Date): void {
    this.#holds(leased, { status: "due", dueAt: dueAt.getTime() });
    this.#resolveItemOfJob(leased.job.id);
    this.#listener.due(dueAt.getTime());
  }

  #completed(id: string): void {
    const known = this.jobs.get(id);
    this.#world.check(known !== undefined && known.status !== "completed", "a job is completed once", id);
    if (known !== undefined) Object.assign(known, { status: "completed", lease: undefined });
    this.#openJobs.delete(id);
    this.#resolveItemOfJob(id);
  }

  #gaveUp(leased: LeasedJob, item: ReviewItem, isOpened: boolean): void {
    const isHeld = this.jobs.get(leased.job.id)?.lease?.token === leased.lease.token;
    this.#world.check(isHeld || !isOpened, "a lost lease changes nothing", leased.job.id);
    if (!isHeld) return;
    this.#holds(leased, { status: "given-up" });
    this.items.set(item.id, item);
  }

  #resolveItemOfJob(jobId: string): void {
    for (const item of this.items.values()) if (item.jobId === jobId) this.#resolve(item.id);
  }

  #resolve(id: string): void {
    const item = this.items.get(id);
    if (item !== undefined) this.items.set(id, { ...item, status: "resolved" });
  }

  isJobOpen(id: string): boolean {
    const known = this.jobs.get(id);
    return known !== undefined && known.status !== "completed";
  }

  /** Whether something waits for a process. */
  hasOpenWork(): boolean {
    return this.pending.size > 0 || [...this.#openJobs.values()].some((each) => this.waitsForProcess(each));
  }

  /** Whether a process has to run a job. The order of another attempt may be placed, and staff have not looked yet: then it waits for them. */
  waitsForProcess({ status, job }: MirroredJob): boolean {
    const mayBePlaced = (other: MirroredJob) =>
      other.status === "given-up" &&
      other.job.kind === "place-order" &&
      other.job.reference === job.reference &&
      this.attempts.get(other.job.attemptId)?.isWinning === true;
    return (
      status === "due" && !(job.kind === "place-order" && [...this.#openJobs.values()].some(mayBePlaced))
    );
  }

  /** When nothing waits for a process: whether the order of an attempt waits for the item of another one. */
  hasDueJob(attemptId: string): boolean {
    return [...this.#openJobs.values()].some(
      ({ status, job }) => status === "due" && job.attemptId === attemptId,
    );
  }

  /** The ids of the jobs that a claim can find. */
  dueJobs({ now }: JobClaimRequest): string[] {
    const isFree = (lease: Lease | undefined) => lease === undefined || lease.until <= now;
    const isDue = ({ status, dueAt, lease }: MirroredJob) =>
      status === "due" && dueAt <= now.getTime() && isFree(lease);
    return [...this.#openJobs].flatMap(([id, job]) => (isDue(job) ? [id] : []));
  }

  /** When the next work is due: milliseconds since 1970. Infinite if there is none. */
  nextDueAt(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { status, dueAt, lease } of this.#openJobs.values())
      if (status === "due") next = Math.min(next, Math.max(dueAt, lease?.until.getTime() ?? 0));
    return next;
  }

  itemsOf(attemptId: string): ReviewItem[] {
    return [...this.items.values()].filter((item) => item.attemptId === attemptId);
  }

  attemptsOf(reference: string): Attempt[] {
    return [...this.attempts.values()].filter((attempt) => attempt.reference === reference);
  }
}

/** Returns a function that brings the entries of a map back, which are never changed themselves. */
export function remember<Key, Value>(map: Map<Key, Value>): () => void {
  const entries = [...map];
  return () => {
    map.clear();
    for (const [key, value] of entries) map.set(key, value);
  };
}
