import { z } from "zod";
import { moneySchema } from "../protocol/money/money.ts";
import { type JobKind, type KindsWith, reviewKinds } from "./review-kinds.ts";

/** The attempts that an item `no-result` is about: the members of this group that have no result. */
const noResultGroupSchema = z.object({ group: z.int(), count: z.int() });
type NoResultGroup = z.infer<typeof noResultGroupSchema>;

const jobProblemSchema = z.object({ code: z.string(), message: z.string() });

/** Why work is not done: for staff. */
export type JobProblem = z.infer<typeof jobProblemSchema>;

const jobOutcomeSchema = z.object({
  /** What the host made of it, such as its order's id. */
  placed: z.string().optional(),
  /** Why it ended, where nothing was applied: a `paid` one with a note was not placed. */
  note: z.string().optional(),
  at: z.iso.datetime(),
});

/** How work ended. */
export type JobOutcome = z.infer<typeof jobOutcomeSchema>;

/**
 * One thing that must happen, or must be looked at. `parked` work is an operator's item. The id is its key: the same cause
 * gives the same id, and the store inserts it once.
 */
export const jobSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  kind: z.enum(Object.keys(reviewKinds) as [JobKind, ...JobKind[]]),
  tenant: z.string(),
  reference: z.string(),
  orderNumber: z.string(),
  /** Of a subscription: the later cycle that it is about; without one it is about the sale. */
  cycle: z.int().optional(),
  status: z.enum(["due", "parked", "done"]),
  dueAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  /** How often it was tried and failed. */
  tries: z.int(),
  problem: jobProblemSchema.optional(),
  result: jobOutcomeSchema.optional(),
  unanswered: noResultGroupSchema.optional(),
  /** Of `refund-due`: what the shop was asked to give back, if it said an amount. */
  asked: moneySchema.optional(),
});

export type Job = z.infer<typeof jobSchema>;

/** The right to do one piece of work until an instant. Whoever holds an older one has lost it. */
export interface Lease {
  readonly token: string;
  readonly until: Date;
}

export interface LeasedJob {
  readonly work: Job;
  readonly lease: Lease;
}

interface JobIdParts {
  readonly kind: JobKind;
  readonly cycle?: number;
  readonly mark?: string;
}

type CycleKind = KindsWith<"scope", "cycle">;

/** What tells a job or review item of an attempt apart. Kinds about a cycle name one. */
export type JobKey = JobIdParts &
  ({ readonly kind: CycleKind; readonly cycle: number } | { readonly kind: Exclude<JobKind, CycleKind> });

/** Work about a cycle has `/cycle/` after its order number: by that a book is read without what is done of its cycles. */
export function jobId(orderNumber: string, { kind, cycle, mark = "" }: JobIdParts): string {
  const about = cycle === undefined ? orderNumber : `${orderNumber}/cycle/${cycle}`;
  return mark === "" ? `${about}/${kind}` : `${about}/${kind}/${mark}`;
}

/** What tells it apart from others of its kind. */
export function dedupeKeyOf({
  id,
  orderNumber,
  kind,
  cycle,
}: Pick<Job, "id" | "orderNumber" | "kind" | "cycle">) {
  const cause = cycle === undefined ? { kind } : { kind, cycle };
  return id.slice(jobId(orderNumber, cause).length + 1);
}

/** The item of the first, second … spell of notifications that do not verify. */
export function notVerifiedItemKey(spell: number): JobKey {
  return { kind: "not-verified", mark: spell === 1 ? "" : String(spell) };
}

export function concernsCycle({ orderNumber, id }: Pick<Job, "orderNumber" | "id">): boolean {
  return id.startsWith(`${orderNumber}/cycle/`);
}

interface NewJobInput extends Pick<Job, "id" | "kind" | "status" | "problem"> {
  readonly asked?: Job["asked"];
  readonly cycle?: number | undefined;
  readonly now: Date;
  /** At once, if it is not said. */
  readonly dueAt?: Date;
  readonly lease?: Lease;
  readonly unanswered?: NoResultGroup | undefined;
}

export function createJob(
  cause: Pick<Job, "tenant" | "reference" | "orderNumber">,
  { now, dueAt, lease, problem, cycle, unanswered, asked, ...rest }: NewJobInput,
): Job & { lease?: Lease } {
  const createdAt = now.toISOString();
  return {
    version: 1,
    tenant: cause.tenant,
    reference: cause.reference,
    orderNumber: cause.orderNumber,
    dueAt: dueAt?.toISOString() ?? createdAt,
    createdAt,
    tries: 0,
    ...rest,
    ...(cycle === undefined ? {} : { cycle }),
    ...(problem === undefined ? {} : { problem }),
    ...(unanswered === undefined ? {} : { unanswered }),
    ...(asked === undefined ? {} : { asked }),
    ...(lease === undefined ? {} : { lease }),
  };
}

/** Which work to lease: what is due, or the one that is named. */
export interface ClaimRequest {
  readonly now: Date;
  readonly lease: Lease;
  readonly limit: number;
  readonly id?: string;
}

/** What becomes of work that is given back: tried again later, or shown to a person. */
export type JobFailure =
  | { readonly dueAt: Date; readonly problem: JobProblem }
  | { readonly parked: JobProblem };

/** The row as it is given back: for later, or to a person. */
export function jobAfterFailure(work: Job, next: JobFailure): Job {
  const tries = work.tries + 1;
  if ("parked" in next) return { ...work, status: "parked", tries, problem: next.parked };
  return { ...work, status: "due", tries, dueAt: next.dueAt.toISOString(), problem: next.problem };
}
