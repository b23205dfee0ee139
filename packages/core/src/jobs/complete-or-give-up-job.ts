import type { EngineContext } from "../engine-context.ts";
import { isPayIndexError } from "../errors.ts";
import { toEventError } from "../events/event-error.ts";
import { maskText } from "../mask/mask-text.ts";
import { attemptEventFields } from "../payment/attempt.ts";
import type { Job, JobProblem, LeasedJob } from "../payment/job.ts";
import { createGivenUpJobItem, reviewItemEventFields } from "../payment/review-item.ts";
import type { Platform } from "../platform.ts";
import type { RunningJob } from "./job-handler.ts";

const maxTries = 10;
/** Milliseconds. */
const retryPauses = { first: 10_000, longest: 3_600_000 };

/** Completes a job without the host. */
export async function completeJob<Tx>(
  { platform, store }: EngineContext<Tx>,
  { job }: LeasedJob,
  outcome: { readonly kind: "done" } | { readonly kind: "superseded"; readonly note: string },
): Promise<void> {
  await store.completeJob(job.id, { ...outcome, at: platform.now().toISOString() });
}

/** Gives a job up: opens its review item. Masks the texts of the shop's own code, because staff read them, and logs contain them. */
export async function giveUpJob<Tx>(
  engine: EngineContext<Tx>,
  leased: LeasedJob,
  { code, message }: JobProblem,
): Promise<void> {
  const problem = { code: maskText(code), message: maskText(message) };
  const reviewItem = createGivenUpJobItem(leased.job, problem, engine.platform.now());
  if (await engine.store.giveUpJob(leased, { problem, reviewItem }))
    engine.emit({ event: "review-item-opened", ...reviewItemEventFields(reviewItem) });
}

/** Returns the fields with which an event describes a job. */
export function jobEventFields(job: Job) {
  const { id: jobId, kind, cycle } = job;
  return { ...attemptEventFields(job), jobId, kind, ...(cycle === undefined ? {} : { cycle }) };
}

/** Returns when a job runs again: the pause doubles with each run. */
export function nextRun(platform: Platform, { tries }: Job, { first, longest }: typeof retryPauses): Date {
  return new Date(platform.now().getTime() + Math.min(first * 2 ** tries, longest));
}

/**
 * Schedules a failed job again, after a growing pause. Gives it up after the last run, but leaves what a later release wrote to it. Never
 * throws.
 */
export async function retryLaterOrGiveUp<Tx>(running: RunningJob<Tx>, error: unknown): Promise<void> {
  const { engine, leased, handler } = running;
  const { job } = leased;
  const problem = toEventError(error);
  const dueAt = nextRun(engine.platform, job, retryPauses);
  try {
    if (job.tries + 1 >= maxTries && !isPayIndexError(error, "record_unreadable")) {
      await handler.beforeGivingUp?.(running);
      return await giveUpJob(engine, leased, problem);
    }
    if (!(await engine.store.retryJobLater(leased, { dueAt, problem }))) return;
    engine.emit({
      event: "job-postponed",
      ...jobEventFields(job),
      dueAt: dueAt.toISOString(),
      error: problem,
    });
  } catch (lost) {
    engine.emit({ event: "tick-failed", error: toEventError(lost) });
  }
}
