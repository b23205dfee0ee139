import { applyFacts, type ClaimedJob } from "../apply/apply-facts.ts";
import type { Engine } from "../engine.ts";
import type { LeasedJob } from "../payment/job.ts";
import { completeCheck } from "./complete-job.ts";

/** Has the engine check an attempt without a result, or a later cycle that should be paid by now. Returns the jobs that follow. */
export async function runCheckJob<Tx>(engine: Engine<Tx>, leased: LeasedJob): Promise<readonly ClaimedJob[]> {
  const { attemptId, cycle, ...key } = leased.job;
  const update =
    cycle === undefined
      ? ({ kind: "result-overdue", attemptId } as const)
      : ({ kind: "check-cycle", attemptId, cycle } as const);
  const claimed = await applyFacts(engine, key, { updates: [update] });
  await completeCheck(engine, leased);
  return claimed;
}
