import { applyFacts } from "../apply/apply-facts.ts";
import type { PaymentUpdate } from "../apply/payment-update.ts";
import type { ClaimedJobWithAttempt } from "../apply/plan-changes.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import type { JobKind, JobOutcome, LeasedJob } from "../payment/job.ts";
import { secondsSince } from "../platform.ts";
import type { OrderPortAnswer } from "../ports/orders.ts";
import type { InboxEntry, PaymentKey } from "../ports/store.ts";
import { traceStep } from "../ports/telemetry.ts";
import { completeJob, giveUpJob, jobEventFields, retryLaterOrGiveUp } from "./complete-or-give-up-job.ts";
import {
  cancelSubscriptionHandler,
  cycleFailedHandler,
  cycleOverdueHandler,
  renewalHandler,
  subscriptionClosedHandler,
} from "./cycle-handlers.ts";
import { disputeHandler } from "./dispute-handler.ts";
import {
  type CompletedEffectAnswer,
  type EffectCompletionCallbacks,
  EffectRollbackTrigger,
  type JobContext,
  type JobDecision,
  type JobHandler,
  type RunningJob,
} from "./job-handler.ts";
import { runWithLeases } from "./keep-leases.ts";
import { placeOrderHandler } from "./place-order-handler.ts";
import {
  checkResultHandler,
  queryAfterRepeatHandler,
  queryAfterReturnHandler,
  queryUnknownChargeHandler,
} from "./query-handlers.ts";
import {
  checkRefundHandler,
  reportRefundHandler,
  sendRefundHandler,
  syncRefundHandler,
} from "./refund-handlers.ts";
import { claimJob } from "./waiting-jobs.ts";

/** Reports that the later cycle should be paid by now (CYC-OVERDUE). */
const checkCycleHandler: JobHandler = {
  decide: async ({ leased: { job } }) => ({
    kind: "update",
    update: { kind: "check-cycle", attemptId: job.attemptId, cycle: job.cycle ?? 1 },
  }),
};

/** The handler of each kind of job. */
const jobHandlers: Readonly<Record<JobKind, JobHandler>> = {
  "place-order": placeOrderHandler,
  "place-renewal": renewalHandler,
  "report-subscription-closed": subscriptionClosedHandler,
  "report-cycle-failed": cycleFailedHandler,
  "report-cycle-overdue": cycleOverdueHandler,
  "sync-refund": syncRefundHandler,
  "report-dispute": disputeHandler,
  "send-refund": sendRefundHandler,
  "check-refund": checkRefundHandler,
  "report-refund": reportRefundHandler,
  "check-result": checkResultHandler,
  "query-after-return": queryAfterReturnHandler,
  "query-after-repeat": queryAfterRepeatHandler,
  "query-unknown-charge": queryUnknownChargeHandler,
  "cancel-subscription": cancelSubscriptionHandler,
  "check-cycle": checkCycleHandler,
};

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

/** Applies an update of a payment, and runs the jobs that follow. @throws what `applyFacts` throws */
export async function applyAndRunJobs(
  engine: EngineContext,
  key: PaymentKey,
  update: PaymentUpdate,
): Promise<void> {
  await runLeasedJobs(engine, await applyFacts(engine, key, { updates: [update] }));
}

/** Runs a leased job: completes it, schedules it again, or gives it up. Never throws: if the store fails, the lease ends by itself. */
async function runJob<Tx>(engine: EngineContext<Tx>, leased: RunnableJob, others: OtherAttemptsPolicy) {
  const { job } = leased;
  const { attemptId, kind } = job;
  const handler = jobHandlers[kind];
  const runJobs = (claimed: readonly ClaimedJobWithAttempt[]) => runLeasedJobs(engine, claimed);
  const running: RunningJob<Tx> = { engine, leased, handler, runJobs };
  try {
    const isFirstRun = "attempt" in leased;
    const attempt = isFirstRun ? leased.attempt : await engine.store.findAttempt(attemptId);
    if (attempt === undefined)
      return await giveUpJob(engine, leased, {
        code: "attempt_unknown",
        message: "The store does not have the attempt of this job.",
      });
    const context = { ...running, attempt, isFirstRun };
    const step = { step: "run-job", attempt, job } as const;
    await traceStep(engine.telemetry, step, () => decideAndCarryOut(context, others));
  } catch (error) {
    await retryLaterOrGiveUp(running, error);
  }
}

async function decideAndCarryOut<Tx>(context: JobContext<Tx>, others: OtherAttemptsPolicy): Promise<void> {
  const decision = await context.handler.decide(context);
  if (decision.kind !== "effect") return carryOut(context, decision);
  const isApplied = await applyEffect(context, decision.apply);
  if (isApplied || others === "tried") await runNextJobs(context, isApplied);
}

/** Carries out a decision that needs no host. */
async function carryOut<Tx>(
  { engine, leased, runJobs }: JobContext<Tx>,
  decision: Exclude<JobDecision<Tx>, { readonly kind: "effect" }>,
): Promise<void> {
  switch (decision.kind) {
    case "update": {
      const { tenant, reference } = leased.job;
      const claimed = await applyFacts(engine, { tenant, reference }, { updates: [decision.update] });
      await completeJob(engine, leased, { kind: "done" });
      return runJobs(claimed);
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

/**
 * Has the host apply an effect, and completes the job, in the host's own transaction or afterwards. Returns false if
 * the host refuses: then the job is given up.
 */
async function applyEffect<Tx>(
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
    const secondsSinceCreated = secondsSince(engine.platform, job.createdAt);
    engine.emit({ event: "job-completed", ...jobEventFields(job), secondsSinceCreated });
  }
  return true;
}

function outcomeOf({ platform }: Pick<EngineContext, "platform">, answer: CompletedEffectAnswer): JobOutcome {
  const at = platform.now().toISOString();
  if ("done" in answer) return { kind: "done", at };
  const { id } = answer.placed;
  return { kind: "placed", at, ...(id === undefined ? {} : { orderId: id }) };
}

/** A run that has not committed its facts, and the run that follows it. */
interface ApplyingRun {
  readonly applying: Promise<unknown>;
  next: Promise<boolean> | undefined;
}

/** The runs of each engine, by payment. */
const applyingRuns = new WeakMap<object, Map<string, ApplyingRun>>();

/**
 * Applies the pending notifications of a payment, then runs the jobs that follow. Never throws. Returns false if an error prevented it:
 * the next sweep repeats it. Notifications of one payment that arrive while others are applied share the next run, so that a flood of one
 * payment delays no other payment (STATE-BOUND).
 *
 * @param received the notification that was received just now
 */
export function processPendingNotificationsOfPayment<Tx>(
  engine: EngineContext<Tx>,
  { tenant, reference }: PaymentKey,
  received?: InboxEntry,
): Promise<boolean> {
  const runs = applyingRuns.get(engine) ?? new Map<string, ApplyingRun>();
  applyingRuns.set(engine, runs);
  const id = JSON.stringify([tenant, reference]);
  const start = async () => {
    const applying = applyFacts(engine, { tenant, reference }, { received });
    const run: ApplyingRun = { applying, next: undefined };
    runs.set(id, run);
    try {
      const claimed = await applying.finally(() => run.next === undefined && runs.delete(id));
      await runLeasedJobs(engine, claimed);
      return true;
    } catch (error) {
      engine.emit({ event: "processing-postponed", tenant, reference, error: toEventError(error) });
      return false;
    }
  };
  const running = runs.get(id);
  if (running === undefined) return start();
  running.next ??= running.applying.then(start, start);
  return running.next;
}
