import { z } from "zod";
import { lazily } from "../lazily.ts";
import { moneySchema } from "../protocol/money/money.ts";
import { type AttemptIdentity, attemptEventFields } from "./attempt.ts";
import {
  createJobOrItem,
  type Job,
  type JobOrItemKey,
  type JobOutcome,
  type JobProblem,
  jobKindRules,
  jobProblemSchema,
  type ScheduledJobRetry,
} from "./job.ts";
import { type ReviewKind, type ReviewKindsWithRule, reviewKinds } from "./review-kinds.ts";

/** The attempts without a result that a review item `no-result` is about. */
const noResultGroupSchema = () => z.object({ group: z.int(), count: z.int() });

/** How a review item ended. `note`: who resolved it and why, or what made it obsolete. */
export const itemResolutionSchema = lazily(() => z.object({ at: z.iso.datetime(), note: z.string() }));

/** How a review item ended. */
export type ItemResolution = z.infer<ReturnType<typeof itemResolutionSchema>>;

/** Something a person has to resolve. The same cause always has the same id, so the store inserts it once. */
export const reviewItemSchema = lazily(() =>
  z.object({
    id: z.string(),
    kind: z.enum(Object.keys(reviewKinds) as [ReviewKind, ...ReviewKind[]]),
    tenant: z.string(),
    reference: z.string(),
    /** The attempt that the item is about. For `no-result`, the newest attempt without a result. */
    attemptId: z.string(),
    /** The later cycle of a subscription. Undefined if the item concerns the sale itself. */
    cycle: z.int().optional(),
    /** Distinguishes items of one kind, such as by the id of a transaction. */
    dedupeKey: z.string(),
    /** The job that was given up. A retry of the item runs it. */
    jobId: z.string().optional(),
    status: z.enum(["open", "resolved"]),
    createdAt: z.iso.datetime(),
    problem: jobProblemSchema(),
    resolution: itemResolutionSchema().optional(),
    noResult: noResultGroupSchema().optional(),
    /** The requested amount of a `refund-requested`, if there is one. */
    requestedAmount: moneySchema().optional(),
  }),
);

/**
 * Something a person has to resolve.
 *
 * @interface
 */
export type ReviewItem = z.infer<ReturnType<typeof reviewItemSchema>>;

type CycleKind = ReviewKindsWithRule<"scope", "cycle">;

/** Identifies a review item of an attempt. Kinds about a cycle name one. */
export type ReviewItemKey = JobOrItemKey<ReviewKind> &
  ({ readonly kind: CycleKind; readonly cycle: number } | { readonly kind: Exclude<ReviewKind, CycleKind> });

interface NewItemDetails extends Pick<ReviewItem, "problem" | "noResult" | "requestedAmount" | "jobId"> {
  readonly now: Date;
}

/** Returns a new open review item. */
export function createReviewItem(
  attempt: AttemptIdentity,
  key: JobOrItemKey<ReviewKind>,
  { now, problem, jobId, noResult, requestedAmount }: NewItemDetails,
): ReviewItem {
  return {
    ...createJobOrItem(attempt, key, now),
    ...(jobId === undefined ? {} : { jobId }),
    status: "open",
    problem,
    ...(noResult === undefined ? {} : { noResult }),
    ...(requestedAmount === undefined ? {} : { requestedAmount }),
  };
}

/** Returns the review item that opens when a job is given up. */
export function createGivenUpJobItem(job: Job, problem: JobProblem, now: Date): ReviewItem {
  const { kind, cycle, dedupeKey, id: jobId } = job;
  const key = { kind: jobKindRules[kind].givenUpAs, cycle, dedupeKey };
  return createReviewItem(job, key, { now, problem, jobId });
}

/** Returns the fields with which an event describes a review item. */
export function reviewItemEventFields(item: ReviewItem) {
  const { id: reviewItemId, kind, cycle, problem } = item;
  const about = { ...attemptEventFields(item), reviewItemId, kind };
  return { ...about, ...(cycle === undefined ? {} : { cycle }), ...problem };
}

/** The dedupe key of a `paid-twice` about a further attempt. All others are about a further transaction of one attempt. */
export const furtherAttemptDedupeKey = "attempt";

/** Returns how the review item of a job ends when the job is completed. */
export function itemResolutionOfJobOutcome(outcome: JobOutcome): ItemResolution {
  const { at } = outcome;
  switch (outcome.kind) {
    case "placed":
      return { at, note: "The order was placed." };
    case "done":
      return { at, note: "The job was completed." };
    case "dismissed":
    case "superseded":
      return { at, note: outcome.note };
  }
}

/** Returns how the review item of a job ends when the job is scheduled again. */
export function itemResolutionOfScheduledRetry({ dueAt }: ScheduledJobRetry): ItemResolution {
  const at = dueAt.toISOString();
  return { at, note: `The job runs again at ${at}.` };
}

/** Returns the key of the review item of an episode of notifications that do not verify. */
export function notVerifiedItemKey(episode: number): ReviewItemKey {
  return { kind: "not-verified", dedupeKey: String(episode) };
}

/** The problem of a finding: its kind as a code, and its evidence. */
export function findingProblem(finding: {
  readonly kind: ReviewKind;
  readonly evidence: string;
}): JobProblem {
  return { code: finding.kind.replaceAll("-", "_"), message: finding.evidence };
}

export function isOpenReviewItem({ status }: Pick<ReviewItem, "status">): boolean {
  return status === "open";
}
