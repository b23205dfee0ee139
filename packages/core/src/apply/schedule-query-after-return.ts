import type { Attempt } from "../payment/attempt.ts";
import type { Job } from "../payment/job.ts";
import type { JobChanges } from "./job-changes.ts";

/** The highest number of returns of one attempt after which the gateway is asked. A return page can be reloaded without an end. */
const maxReturns = 10;

/**
 * Schedules that the gateway is asked about an attempt whose buyer is back (QRY-RETURN): anew after each return, because the buyer may have
 * paid since the last one. A query that is due earlier stays.
 */
export function scheduleQueryAfterReturn(
  known: readonly Job[],
  jobs: JobChanges,
  { attempt, dueAt }: { readonly attempt: Attempt; readonly dueAt: Date },
): void {
  const own = known.filter(
    ({ kind, attemptId }) => kind === "query-after-return" && attemptId === attempt.attemptId,
  );
  const open = own.find(({ status }) => status !== "completed");
  if (own.length >= maxReturns || (open !== undefined && Date.parse(open.dueAt) <= dueAt.getTime())) return;
  if (open !== undefined) jobs.complete(open.id, "superseded", "The buyer is back again.");
  const dedupeKey = own.length === 0 ? "" : String(own.length + 1);
  jobs.schedule(attempt, { kind: "query-after-return", dedupeKey }, dueAt);
}

/** The highest number of queries about late repeats of one attempt, and the milliseconds between two. */
const maxRepeatQueries = 10;
const repeatQueryGap = 86_400_000;

/** Schedules that the gateway is asked about an attempt whose success was repeated late, at most once a day (QRY-REPEAT). */
export function scheduleQueryAfterRepeat(
  known: readonly Job[],
  jobs: JobChanges,
  { attempt, at }: { readonly attempt: Attempt; readonly at: Date },
): void {
  const own = known.filter(
    ({ kind, attemptId }) => kind === "query-after-repeat" && attemptId === attempt.attemptId,
  );
  const isTooEarly = own.some(({ createdAt }) => at.getTime() - Date.parse(createdAt) < repeatQueryGap);
  if (own.length >= maxRepeatQueries || isTooEarly) return;
  const dedupeKey = own.length === 0 ? "" : String(own.length + 1);
  jobs.schedule(attempt, { kind: "query-after-repeat", dedupeKey }, at);
}
