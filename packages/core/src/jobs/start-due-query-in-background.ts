import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import { type Job, jobKindRules } from "../payment/job.ts";
import type { RunInBackground } from "../platform.ts";
import { runLeasedJobs } from "./run-leased-jobs.ts";
import { claimJob } from "./waiting-jobs.ts";

/** The jobs of a payment, and the buyer who waits for one of its attempts. */
interface WaitingBuyer {
  readonly attempt: Attempt;
  readonly jobs: readonly Job[];
  readonly runInBackground: RunInBackground;
}

/**
 * Runs a query of this attempt that is due, because its buyer waits and the next sweep can be late (QRY-RETURN). Does not make the buyer
 * wait for the gateway.
 */
export function startDueQueryInBackground<Tx>(
  engine: EngineContext<Tx>,
  { attempt: { attemptId }, jobs, runInBackground }: WaitingBuyer,
): void {
  if (engine.settings.operations.query === undefined || engine.queries.restLeft > 0) return;
  const now = engine.platform.now().getTime();
  const due = jobs.find(
    (job) =>
      job.attemptId === attemptId &&
      jobKindRules[job.kind].asksGateway &&
      job.status === "due" &&
      Date.parse(job.dueAt) <= now,
  );
  if (due !== undefined) runInBackground(claimAndRun(engine, due.id));
}

async function claimAndRun<Tx>(engine: EngineContext<Tx>, jobId: string): Promise<void> {
  const leased = await claimJob(engine, jobId);
  if (leased !== undefined) await runLeasedJobs(engine, [leased]);
}
