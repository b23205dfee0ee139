import { hasResult } from "../payment/attempt-state.ts";
import type { JobProblem } from "../payment/job.ts";
import { queryAndApply } from "../query/query-and-apply.ts";
import type { JobContext, JobDecision, JobHandler } from "./job-handler.ts";

/** Minutes until a gateway that does not answer is asked again, after each query. */
const silentPauses = [1, 5, 15, 60];

const silent: JobProblem = {
  code: "gateway_silent",
  message: "The gateway did not answer the query. It is asked again.",
};

/** Minutes after the first query. The buyer of an order that is not paid can still pay, and the notification about that can be lost. */
const notPaidTimes = [60, 1500];

const notPaid: JobProblem = {
  code: "not_paid",
  message: "The gateway answered that the order is not paid. It is asked again.",
};

/**
 * Asks the gateway where the option `operations` permits it, then reports that the attempt should have a result by now (B-29). An order that
 * is still not paid after the last query needs nobody (QRY-OVERDUE).
 */
export const checkResultHandler: JobHandler = {
  decide: async <Tx>(context: JobContext<Tx>): Promise<JobDecision<Tx>> => {
    const { engine, attempt, leased, runJobs } = context;
    const asks = engine.settings.operations.query !== undefined && !hasResult(attempt.state);
    const answer = asks ? await queryAndApply(engine, attempt, { runJobs }) : undefined;
    const overdue = {
      kind: "update",
      update: { kind: "result-overdue", attemptId: attempt.attemptId },
    } as const;
    switch (answer?.outcome) {
      case "not-asked":
        // Nobody can ask for a merchant who left the options: staff get the item at once.
        return answer.reason === "merchant_missing" ? overdue : { kind: "leave" };
      case "unknown": {
        const pause = silentPauses[leased.job.tries];
        const now = engine.platform.now().getTime();
        if (pause === undefined) return overdue;
        return { kind: "wait", dueAt: new Date(now + pause * 60_000), problem: silent };
      }
      case "reported":
        return answer.state === "not-paid" ? decideNotPaid(context) : overdue;
      default:
        return overdue;
    }
  },
};

/** The times count from the first query, so that a gateway that was silent before does not use them up. */
function decideNotPaid<Tx>({ engine, attempt }: JobContext<Tx>): JobDecision<Tx> {
  const first = Date.parse(attempt.createdAt) + engine.settings.noResultAfter * 1000;
  const times = notPaidTimes.map((minutes) => first + minutes * 60_000);
  const next = times.find((time) => time > engine.platform.now().getTime());
  if (next === undefined)
    return { kind: "supersede", note: "The gateway answered that the order is not paid." };
  return { kind: "wait", dueAt: new Date(next), problem: notPaid };
}
