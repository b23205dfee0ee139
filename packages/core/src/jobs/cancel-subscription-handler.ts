import {
  type CancelAnswer,
  cancelSubscriptionAtGateway,
  type UnclearCancelReason,
} from "../cancellation/cancel-subscription-at-gateway.ts";
import type { EngineContext } from "../engine-context.ts";
import type { JobProblem, LeasedJob, ScheduledJobRetry } from "../payment/job.ts";
import { completeJob } from "./complete-or-give-up-job.ts";
import type { JobHandler } from "./job-handler.ts";

/** Seconds until the gateway is asked again, after each unclear answer. */
const pauses = [10, 60, 300, 1800, 7200, 21_600] as const;
const longestPause = 21_600;

/**
 * Cancels a subscription whose requester did not get a clear answer, or whose request a process did not finish (CAN-RETRY). Nobody waits
 * for this answer, so a refusal becomes a review item.
 */
export const cancelSubscriptionHandler: JobHandler = {
  async decide({ engine, attempt, leased, runJobs }) {
    const answer = await cancelSubscriptionAtGateway(engine, attempt, runJobs);
    switch (answer.outcome) {
      case "cancelled":
        return { kind: "done" };
      case "refused":
        return { kind: "give-up", problem: refusedProblem(answer) };
      case "unclear": {
        const problem = unclearProblem(answer.reason);
        const isLast = leased.job.tries >= pauses.length;
        return isLast
          ? { kind: "give-up", problem }
          : { kind: "wait", ...nextCancellation(engine, leased, answer.reason) };
      }
    }
  },
};

/** Ends a leased job after its requester got this answer: the gateway is asked again only if the answer is not clear. */
export async function completeOrRetryCancelJob<Tx>(
  engine: EngineContext<Tx>,
  leased: LeasedJob,
  answer: CancelAnswer,
): Promise<void> {
  if (answer.outcome === "unclear")
    await engine.store.retryJobLater(leased, nextCancellation(engine, leased, answer.reason));
  else await completeJob(engine, leased, { kind: "done" });
}

function nextCancellation<Tx>(
  { platform }: EngineContext<Tx>,
  { job }: LeasedJob,
  reason: UnclearCancelReason,
): ScheduledJobRetry {
  const seconds = pauses[job.tries] ?? longestPause;
  return { dueAt: new Date(platform.now().getTime() + seconds * 1000), problem: unclearProblem(reason) };
}

function unclearProblem(reason: UnclearCancelReason): JobProblem {
  const message = `The gateway gave no clear answer to the cancellation (${reason}). Charges can go on until it confirms.`;
  return { code: "cancellation_unclear", message };
}

function refusedProblem({ text }: { readonly text?: string }): JobProblem {
  const why = text === undefined ? "" : ` Its text: ${text}`;
  return {
    code: "cancellation_refused",
    message: `The gateway refused the cancellation, and charges go on.${why}`,
  };
}
