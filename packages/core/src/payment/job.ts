import { z } from "zod";
import { lazily } from "../lazily.ts";
import type { AttemptIdentity } from "./attempt.ts";
import type { ReviewKind } from "./review-kinds.ts";

interface JobKindRule {
  /** The kind of the review item that opens when a job is given up. */
  readonly givenUpAs: ReviewKind;
  /** The job waits until the first order of its subscription is placed. */
  readonly needsFirstOrder: boolean;
  /** The job may call the gateway, which can take long. */
  readonly asksGateway: boolean;
}

/** The kinds of jobs. */
export const jobKindRules = {
  "place-order": { givenUpAs: "order-not-placed", needsFirstOrder: false, asksGateway: false },
  "place-renewal": { givenUpAs: "renewal-not-placed", needsFirstOrder: true, asksGateway: false },
  "report-subscription-closed": { givenUpAs: "host-not-informed", needsFirstOrder: true, asksGateway: false },
  "report-cycle-failed": { givenUpAs: "host-not-informed", needsFirstOrder: true, asksGateway: false },
  "report-cycle-overdue": { givenUpAs: "host-not-informed", needsFirstOrder: true, asksGateway: false },
  "sync-refund": { givenUpAs: "refund-not-synced", needsFirstOrder: false, asksGateway: false },
  "report-dispute": { givenUpAs: "host-not-informed", needsFirstOrder: false, asksGateway: false },
  "send-refund": { givenUpAs: "refund-not-confirmed", needsFirstOrder: false, asksGateway: true },
  "check-refund": { givenUpAs: "refund-not-confirmed", needsFirstOrder: false, asksGateway: true },
  "report-refund": { givenUpAs: "host-not-informed", needsFirstOrder: false, asksGateway: false },
  "check-result": { givenUpAs: "result-not-checked", needsFirstOrder: false, asksGateway: true },
  "query-after-return": { givenUpAs: "result-not-checked", needsFirstOrder: false, asksGateway: true },
  "query-after-repeat": { givenUpAs: "result-not-checked", needsFirstOrder: false, asksGateway: true },
  "query-unknown-charge": { givenUpAs: "result-not-checked", needsFirstOrder: false, asksGateway: true },
  "cancel-subscription": {
    givenUpAs: "subscription-not-cancelled",
    needsFirstOrder: false,
    asksGateway: true,
  },
  "check-cycle": { givenUpAs: "cycle-not-checked", needsFirstOrder: false, asksGateway: false },
} as const satisfies Record<string, JobKindRule>;

/** The kind of a job. */
export type JobKind = keyof typeof jobKindRules;

/** The checks that an attempt begins with. Nothing asks for one that is done, so the store deletes it. */
export const jobKindsDeletedWhenDone: readonly JobKind[] = ["check-result", "query-unknown-charge"];

export const jobProblemSchema = lazily(() => z.object({ code: z.string(), message: z.string() }));

/** Why a job was not completed, or what a review item is about, for staff. `code` is stable; `message` is English text. */
export type JobProblem = z.infer<ReturnType<typeof jobProblemSchema>>;

const at = () => z.iso.datetime();

/**
 * How a job ended. `placed`: the host placed an order, with this id if it returned one. `done`: the check or the report happened.
 * `dismissed`: an operator resolved its review item. `superseded`: later facts made it unnecessary.
 */
export const jobOutcomeSchema = lazily(() =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("placed"), at: at(), orderId: z.string().optional() }),
    z.object({ kind: z.literal("done"), at: at() }),
    z.object({ kind: z.literal("dismissed"), at: at(), note: z.string() }),
    z.object({ kind: z.literal("superseded"), at: at(), note: z.string() }),
  ]),
);

/** How a job ended. */
export type JobOutcome = z.infer<ReturnType<typeof jobOutcomeSchema>>;

/**
 * One effect or check that must happen later. `due`: it runs at `dueAt`. `given-up`: its review item is open, and a retry of the item runs
 * it. The same cause always has the same id, so the store inserts it once.
 */
export const jobSchema = lazily(() =>
  z.object({
    id: z.string(),
    kind: z.enum(Object.keys(jobKindRules) as [JobKind, ...JobKind[]]),
    tenant: z.string(),
    reference: z.string(),
    attemptId: z.string(),
    /** The later cycle of a subscription. Undefined if the job concerns the sale itself. */
    cycle: z.int().optional(),
    /** Distinguishes jobs of one kind. Empty if one attempt or cycle has only one such job. */
    dedupeKey: z.string(),
    status: z.enum(["due", "given-up", "completed"]),
    dueAt: at(),
    createdAt: at(),
    /** The number of runs after which the job was scheduled again. */
    tries: z.int(),
    problem: jobProblemSchema().optional(),
    outcome: jobOutcomeSchema().optional(),
  }),
);

/** One effect or check that must happen later. */
export type Job = z.infer<ReturnType<typeof jobSchema>>;

/** The right to run one job until an instant. A newer lease replaces an older one. */
export interface Lease {
  readonly token: string;
  readonly until: Date;
}

/** A claimed job, with its lease. */
export interface LeasedJob {
  readonly job: Job;
  readonly lease: Lease;
}

/** The key that distinguishes the jobs or review items of an attempt. */
export interface JobOrItemKey<Kind extends string> {
  readonly kind: Kind;
  /** The later cycle of a subscription. */
  readonly cycle?: number | undefined;
  readonly dedupeKey?: string | undefined;
}

/** Identifies a job of an attempt. */
export type JobKey = JobOrItemKey<JobKind>;

/** Returns the id of a job or review item: the same for the same cause. Nothing reads its parts. */
export function jobOrItemId(
  attemptId: string,
  { kind, cycle, dedupeKey = "" }: JobOrItemKey<string>,
): string {
  const subject = cycle === undefined ? [attemptId] : [attemptId, `cycle-${cycle}`];
  return [...subject, kind, ...(dedupeKey === "" ? [] : [dedupeKey])].join("/");
}

/** Returns the fields that a new job and a new review item have in common. */
export function createJobOrItem<Kind extends string>(
  { tenant, reference, attemptId }: AttemptIdentity,
  { kind, cycle, dedupeKey = "" }: JobOrItemKey<Kind>,
  now: Date,
) {
  const id = jobOrItemId(attemptId, { kind, cycle, dedupeKey });
  const subject = { tenant, reference, attemptId, ...(cycle === undefined ? {} : { cycle }) };
  return { id, kind, ...subject, dedupeKey, createdAt: now.toISOString() };
}

/** Returns a new job. Without `dueAt`, it is due at once. */
export function createJob(
  attempt: AttemptIdentity,
  key: JobKey,
  { now, dueAt = now }: { readonly now: Date; readonly dueAt?: Date | undefined },
): Job {
  return { ...createJobOrItem(attempt, key, now), status: "due", dueAt: dueAt.toISOString(), tries: 0 };
}

/** When a failed job runs again, and why it failed. */
export interface ScheduledJobRetry {
  readonly dueAt: Date;
  readonly problem: JobProblem;
}

/** Returns the job after a failed run that is repeated later. */
export function withScheduledRetry(job: Job, { dueAt, problem }: ScheduledJobRetry): Job {
  return { ...job, status: "due", tries: job.tries + 1, dueAt: dueAt.toISOString(), problem };
}

/** Returns the job after a failed run that is not repeated. */
export function withGivenUpStatus(job: Job, problem: JobProblem): Job {
  return { ...job, status: "given-up", tries: job.tries + 1, problem };
}
