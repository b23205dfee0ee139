import { reviewItemFields } from "../apply/apply-facts.ts";
import type { Engine } from "../engine.ts";
import { toEventError } from "../events/event-error.ts";
import { maskText } from "../mask/mask-text.ts";
import { attemptFields } from "../payment/attempt.ts";
import type { Job, JobOutcome, JobProblem, LeasedJob } from "../payment/job.ts";
import { itemOfGivenUpJob } from "../payment/review-item.ts";
import type { OrderPortAnswer } from "../ports/orders.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { HostRollback } from "./host-rollback.ts";

const maxTries = 10;
const firstRetryPause = 10_000;
const longestRetryPause = 3_600_000;

/** A leased job while it runs. */
export interface JobRun extends LeasedJob {
  /** What to commit before the job is given up. */
  readonly beforeGivingUp?: () => Promise<void>;
  /** What follows from the completed job. Never throws. */
  readonly afterCompletion?: () => Promise<void>;
}

/** The effect of a job has happened: with `placed`, an order. */
type EffectAnswer = Exclude<OrderPortAnswer, { readonly refused: unknown }>;

/** The two ways in which core ends a host's run of an effect. */
export interface EffectCompletion<Tx> {
  /** Completes the job in the host's transaction. @throws Error if the job was completed before */
  complete(tx: Tx, answer: EffectAnswer): Promise<void>;
  readonly stop: HostRollback;
}

/**
 * Has the host apply an effect, and completes the job: the host does so in its own transaction, or core does so afterwards. Returns false
 * if the host refused: then the job is given up.
 */
export async function runEffect<Tx>(
  engine: Engine<Tx>,
  run: JobRun,
  apply: (end: EffectCompletion<Tx>) => Promise<OrderPortAnswer>,
): Promise<boolean> {
  const { job } = run;
  const stop = new HostRollback();
  let isCompleted: boolean | undefined;
  const complete = async (tx: Tx, answer: EffectAnswer) => {
    stop.reset();
    isCompleted = await engine.store.completeJob(job.id, outcomeOf(engine, answer), tx);
    if (!isCompleted) stop.with({ done: true });
  };
  const answer = await stop.outcomeOf(() => apply({ complete, stop }));
  if ("refused" in answer) {
    await run.beforeGivingUp?.();
    await giveUpJob(engine, run, answer.refused);
    return false;
  }
  isCompleted ??= await engine.store.completeJob(job.id, outcomeOf(engine, answer));
  if (isCompleted) {
    await run.afterCompletion?.();
    engine.emit({ event: "job-completed", ...jobFields(job) });
  }
  return true;
}

function outcomeOf({ platform }: Pick<Engine, "platform">, answer: EffectAnswer): JobOutcome {
  const at = platform.now().toISOString();
  if ("done" in answer) return { kind: "done", at };
  const { id } = answer.placed;
  return { kind: "placed", at, ...(id === undefined ? {} : { orderId: id }) };
}

/** Completes a job whose effect is not needed any more. */
export async function supersedeJob<Tx>(engine: Engine<Tx>, { job }: LeasedJob, note: string): Promise<void> {
  const at = engine.platform.now().toISOString();
  await engine.store.completeJob(job.id, { kind: "superseded", at, note });
}

/** Completes a job that needs nothing of the host. */
export async function completeCheck<Tx>(engine: Engine<Tx>, { job }: LeasedJob): Promise<void> {
  await engine.store.completeJob(job.id, { kind: "done", at: engine.platform.now().toISOString() });
}

/** Gives a job up: opens its review item. Masks the texts of the shop's own code, because staff read them, and logs contain them. */
export async function giveUpJob<Tx>(
  engine: Engine<Tx>,
  leased: LeasedJob,
  { code, message }: JobProblem,
): Promise<void> {
  const problem = { code: maskText(code), message: maskText(message) };
  const reviewItem = itemOfGivenUpJob(leased.job, problem, engine.platform.now());
  await wrapStoreErrors("give a job up", engine.store.giveUpJob(leased, { problem, reviewItem }));
  engine.emit({ event: "review-item-opened", ...reviewItemFields(reviewItem) });
}

/** Returns the fields with which an event describes a job. */
function jobFields(job: Job) {
  const { id: jobId, kind, cycle } = job;
  return { ...attemptFields(job), jobId, kind, ...(cycle === undefined ? {} : { cycle }) };
}

/** Schedules a failed job again, after a growing pause. Gives it up after the last run. Never throws. */
export async function retryLaterOrGiveUp<Tx>(engine: Engine<Tx>, run: JobRun, error: unknown): Promise<void> {
  const { job } = run;
  const problem = toEventError(error);
  const pause = Math.min(firstRetryPause * 2 ** job.tries, longestRetryPause);
  const dueAt = new Date(engine.platform.now().getTime() + pause);
  try {
    if (job.tries + 1 >= maxTries) {
      await run.beforeGivingUp?.();
      return await giveUpJob(engine, run, problem);
    }
    await engine.store.retryJobLater(run, { dueAt, problem });
    engine.emit({
      event: "job-postponed",
      ...jobFields(job),
      dueAt: dueAt.toISOString(),
      error: problem,
    });
  } catch (lost) {
    engine.emit({ event: "tick-failed", error: toEventError(lost) });
  }
}
