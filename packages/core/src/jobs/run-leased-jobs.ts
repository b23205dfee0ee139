import { applyFacts, type ClaimedJobWithAttempt } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import type { LeasedJob } from "../payment/job.ts";
import { applyEffect } from "./apply-effect.ts";
import { completeJob, giveUpJob, retryLaterOrGiveUp } from "./complete-or-give-up-job.ts";
import type { JobContext, RunningJob } from "./job-handler.ts";
import { jobHandlers } from "./job-handlers.ts";
import { runWithLeases } from "./keep-leases.ts";
import { claimJob } from "./waiting-jobs.ts";

type RunnableJob = LeasedJob | ClaimedJobWithAttempt;

/** Whether the other paid attempts of the payment are tried after one whose order could not be placed (ENG-WINS). */
type OtherAttemptsPolicy = "tried" | "left";

/** Runs leased jobs in their order, and renews the leases of those that wait. Never throws. */
export async function runLeasedJobs<Tx>(
  engine: EngineContext<Tx>,
  leased: readonly RunnableJob[],
  others: OtherAttemptsPolicy = "tried",
): Promise<void> {
  if (leased.length === 0) return;
  const waiting = new Set<LeasedJob>(leased);
  await runWithLeases(engine, waiting, async () => {
    for (const each of leased) {
      await runJob(engine, each, others);
      waiting.delete(each);
    }
  });
}

/** Runs a leased job: completes it, schedules it again, or gives it up. Never throws: if the store fails, the lease ends by itself. */
async function runJob<Tx>(
  engine: EngineContext<Tx>,
  leased: RunnableJob,
  others: OtherAttemptsPolicy,
): Promise<void> {
  const { attemptId, kind } = leased.job;
  const running: RunningJob<Tx> = {
    engine,
    leased,
    handler: jobHandlers[kind],
    runJobs: (claimed) => runLeasedJobs(engine, claimed),
  };
  try {
    const attempt = "attempt" in leased ? leased.attempt : await engine.store.findAttempt(attemptId);
    if (attempt === undefined)
      return await giveUpJob(engine, leased, {
        code: "attempt_unknown",
        message: "The store does not have the attempt of this job.",
      });
    await runWithAttempt({ ...running, attempt }, others);
  } catch (error) {
    await retryLaterOrGiveUp(running, error);
  }
}

async function runWithAttempt<Tx>(context: JobContext<Tx>, others: OtherAttemptsPolicy): Promise<void> {
  const { engine, leased, handler } = context;
  const decision = await handler.decide(context);
  switch (decision.kind) {
    case "effect": {
      const isApplied = await applyEffect(context, decision.apply);
      if (isApplied || others === "tried") await runNextJobs(context, isApplied);
      return;
    }
    case "update": {
      const { tenant, reference } = leased.job;
      const claimed = await applyFacts(engine, { tenant, reference }, { updates: [decision.update] });
      await completeJob(engine, leased, { kind: "done" });
      return context.runJobs(claimed);
    }
    case "wait": {
      const { dueAt, problem } = decision;
      await engine.store.retryJobLater(leased, { dueAt, problem });
      return;
    }
    case "leave":
      return;
    case "done":
      return completeJob(engine, leased, { kind: "done" });
    case "supersede":
      return completeJob(engine, leased, { kind: "superseded", note: decision.note });
    case "give-up":
      return giveUpJob(engine, leased, decision.problem);
  }
}

async function runNextJobs<Tx>(context: JobContext<Tx>, isApplied: boolean): Promise<void> {
  const { engine, handler } = context;
  for (const id of (await handler.findNextJobs?.(context, isApplied)) ?? []) {
    const next = await claimJob(engine, id);
    if (next !== undefined) await runLeasedJobs(engine, [next], isApplied ? "tried" : "left");
  }
}
