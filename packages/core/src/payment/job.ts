import { z } from "zod";
import { moneySchema } from "../protocol/money/money.ts";
import { type JobKind, type KindsWith, reviewKinds } from "./review-kinds.ts";

/** The group of attempts without a result that a review item `no-result` is about. */
const noResultGroupSchema = z.object({ group: z.int(), count: z.int() });
type NoResultGroup = z.infer<typeof noResultGroupSchema>;

const jobProblemSchema = z.object({ code: z.string(), message: z.string() });

/** Why a job was not completed, for staff. `code` is stable; `message` is English text. */
export type JobProblem = z.infer<typeof jobProblemSchema>;

const jobOutcomeSchema = z.object({
  /** The id of the order that the host placed. */
  placed: z.string().optional(),
  /** The reason, if the effect did not happen. A `paid` job with a note placed no order. */
  note: z.string().optional(),
  at: z.iso.datetime(),
});

/** The outcome of a completed job or a resolved review item. */
export type JobOutcome = z.infer<typeof jobOutcomeSchema>;

/**
 * A job or a review item. `due`: a job to run. `parked`: a review item, which a person has to resolve. `done`: completed or resolved.
 * The same cause always has the same id, so the store inserts it once.
 */
export const jobSchema = z.object({
  version: z.literal(1),
  id: z.string(),
  kind: z.enum(Object.keys(reviewKinds) as [JobKind, ...JobKind[]]),
  tenant: z.string(),
  reference: z.string(),
  orderNumber: z.string(),
  /** The later cycle of a subscription. Undefined if it concerns the sale itself. */
  cycle: z.int().optional(),
  status: z.enum(["due", "parked", "done"]),
  dueAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  /** The number of failed runs. */
  tries: z.int(),
  problem: jobProblemSchema.optional(),
  result: jobOutcomeSchema.optional(),
  unanswered: noResultGroupSchema.optional(),
  /** The requested amount of a `refund-due`, if there is one. */
  asked: moneySchema.optional(),
});

/** A job, which runs later, or a review item (`parked`), which a person has to resolve. */
export type Job = z.infer<typeof jobSchema>;

/** The right to run one job until an instant. A newer lease replaces an older one. */
export interface Lease {
  readonly token: string;
  readonly until: Date;
}

/** A claimed job, with its lease. */
export interface LeasedJob {
  readonly work: Job;
  readonly lease: Lease;
}

/** Identifies a job within an attempt. */
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

/** Returns the key that tells jobs of one kind apart. */
export function dedupeKeyOf({
  id,
  orderNumber,
  kind,
  cycle,
}: Pick<Job, "id" | "orderNumber" | "kind" | "cycle">) {
  const cause = cycle === undefined ? { kind } : { kind, cycle };
  return id.slice(jobId(orderNumber, cause).length + 1);
}

/** Returns the key of the review item of an episode of notifications that do not verify. */
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
  /** Default: at once. */
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

/** The jobs to claim: all due ones, or the named one. */
export interface ClaimRequest {
  readonly now: Date;
  readonly lease: Lease;
  readonly limit: number;
  readonly id?: string;
}

/** What happens to a failed job: a retry at `dueAt`, or a review item. */
export type JobFailure =
  | { readonly dueAt: Date; readonly problem: JobProblem }
  | { readonly parked: JobProblem };

/** Returns the job after a failed run. */
export function jobAfterFailure(work: Job, next: JobFailure): Job {
  const tries = work.tries + 1;
  if ("parked" in next) return { ...work, status: "parked", tries, problem: next.parked };
  return { ...work, status: "due", tries, dueAt: next.dueAt.toISOString(), problem: next.problem };
}
