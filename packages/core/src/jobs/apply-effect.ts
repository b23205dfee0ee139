import type { EngineContext } from "../engine-context.ts";
import type { JobOutcome } from "../payment/job.ts";
import type { OrderPortAnswer } from "../ports/orders.ts";
import { giveUpJob, jobEventFields } from "./complete-or-give-up-job.ts";
import { EffectRollbackTrigger } from "./effect-rollback-trigger.ts";
import type { CompletedEffectAnswer, EffectCompletionCallbacks, RunningJob } from "./job-handler.ts";

/**
 * Has the host apply an effect, and completes the job, in the host's own transaction or afterwards. Returns false if
 * the host refuses: then the job is given up.
 */
export async function applyEffect<Tx>(
  running: RunningJob<Tx>,
  apply: (end: EffectCompletionCallbacks<Tx>) => Promise<OrderPortAnswer>,
): Promise<boolean> {
  const { engine, leased, handler } = running;
  const { job } = leased;
  const stop = new EffectRollbackTrigger();
  let isCompleted: boolean | undefined;
  const complete = async (tx: Tx, answer: CompletedEffectAnswer) => {
    stop.reset();
    isCompleted = await engine.store.completeJob(job.id, outcomeOf(engine, answer), tx);
    if (!isCompleted) stop.with({ done: true });
  };
  const answer = await stop.outcomeOf(() => apply({ complete, stop }));
  if ("refused" in answer) {
    await handler.beforeGivingUp?.(running);
    await giveUpJob(engine, leased, answer.refused);
    return false;
  }
  isCompleted ??= await engine.store.completeJob(job.id, outcomeOf(engine, answer));
  if (isCompleted) {
    await handler.afterCompletion?.(running);
    engine.emit({ event: "job-completed", ...jobEventFields(job) });
  }
  return true;
}

function outcomeOf({ platform }: Pick<EngineContext, "platform">, answer: CompletedEffectAnswer): JobOutcome {
  const at = platform.now().toISOString();
  if ("done" in answer) return { kind: "done", at };
  const { id } = answer.placed;
  return { kind: "placed", at, ...(id === undefined ? {} : { orderId: id }) };
}
