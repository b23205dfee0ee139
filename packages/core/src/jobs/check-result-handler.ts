import type { Engine } from "../engine.ts";
import { isPayIndexError } from "../errors.ts";
import type { Attempt } from "../payment/attempt.ts";
import { hasResult } from "../payment/attempt-state.ts";
import type { JobProblem } from "../payment/job.ts";
import { type QueryResult, queryAttempt, type RunClaimedJobs } from "../query/query-attempt.ts";
import type { JobContext, JobDecision, JobHandler } from "./job-handler.ts";

/** An answer after which the gateway is asked again: after how many minutes each time, and why. */
interface Repetition {
  readonly pauses: readonly number[];
  readonly problem: JobProblem;
}

const silent: Repetition = {
  pauses: [1, 5, 15, 60],
  problem: { code: "gateway_silent", message: "The gateway did not answer the query. It is asked again." },
};

/** The buyer can still pay, and the notification about that can be lost. */
const notPaid: Repetition = {
  pauses: [60, 1440],
  problem: {
    code: "not_paid",
    message: "The gateway answered that the order is not paid. It is asked again.",
  },
};

/**
 * Asks the gateway where the option `operations` permits it, then reports that the attempt should have a result by now (B-29). An order that
 * is still not paid after the last query needs nobody (QRY-OVERDUE).
 */
export const checkResultHandler: JobHandler = {
  decide: async <Tx>({ engine, attempt, leased, runJobs }: JobContext<Tx>): Promise<JobDecision<Tx>> => {
    const answer = await askAboutResult(engine, attempt, runJobs);
    const repetition = answer && repetitionOf(answer);
    const pause = repetition?.pauses[leased.job.tries];
    if (repetition !== undefined && pause !== undefined) {
      const dueAt = new Date(engine.platform.now().getTime() + pause * 60_000);
      return { kind: "wait", dueAt, problem: repetition.problem };
    }
    if (repetition === notPaid)
      return { kind: "supersede", note: "The gateway answered that the order is not paid." };
    return { kind: "update", update: { kind: "result-overdue", attemptId: attempt.attemptId } };
  },
};

async function askAboutResult<Tx>(
  engine: Engine<Tx>,
  attempt: Attempt,
  runJobs: RunClaimedJobs,
): Promise<QueryResult | undefined> {
  if (engine.settings.operations.query === undefined || hasResult(attempt.state)) return undefined;
  try {
    return await queryAttempt(engine, attempt, { runJobs });
  } catch (error) {
    // Nobody can ask for a merchant who left the options: staff get the item at once.
    if (isPayIndexError(error, "merchant_missing")) return undefined;
    throw error;
  }
}

function repetitionOf(answer: QueryResult): Repetition | undefined {
  if (answer.outcome === "unknown" || answer.outcome === "not-asked") return silent;
  return answer.outcome === "reported" && answer.state === "not-paid" ? notPaid : undefined;
}
