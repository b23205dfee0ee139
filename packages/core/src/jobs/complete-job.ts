import type { Engine } from "../engine.ts";
import { toEventError } from "../events.ts";
import { maskText } from "../mask/mask-text.ts";
import { attemptIds } from "../payment/attempt.ts";
import type { JobOutcome, JobProblem, LeasedJob } from "../payment/job.ts";
import type { OrderPortAnswer } from "../ports/orders.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { HostRollback } from "./host-rollback.ts";

const maxTries = 10;
const firstRetryPause = 10_000;
const longestRetryPause = 3_600_000;

export function createJobOutcome(
  { platform }: Pick<Engine, "platform">,
  { placed, note }: { placed?: string | undefined; note?: string },
): JobOutcome {
  return {
    at: platform.now().toISOString(),
    ...(placed === undefined ? {} : { placed }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Leased work while it runs. */
export interface JobRun extends LeasedJob {
  /** What to commit before the work becomes an item. */
  readonly beforePark?: () => Promise<void>;
  /** What follows from work that is done. Never throws. */
  readonly afterDone?: () => Promise<void>;
}

/** The two ways in which core ends a host's run of an effect. */
export interface EffectCompletion<Tx> {
  /** Ends the work in the host's transaction. @throws Error if the work was done before */
  finish(tx: Tx, placed?: string): Promise<void>;
  readonly stop: HostRollback;
}

/**
 * Has the host apply an effect, and ends the work: by the host, in its own transaction, or here once the host has done it. False:
 * the host refused, and it is an item now.
 */
export async function runEffect<Tx>(
  ledger: Engine<Tx>,
  leased: JobRun,
  apply: (end: EffectCompletion<Tx>) => Promise<OrderPortAnswer>,
): Promise<boolean> {
  const { work } = leased;
  const stop = new HostRollback();
  let ended: boolean | undefined;
  const finish = async (tx: Tx, placed?: string) => {
    stop.reset();
    ended = await ledger.store.finish(work.id, createJobOutcome(ledger, { placed }), tx);
    if (!ended) stop.with({ done: true });
  };
  const applied = await stop.outcomeOf(() => apply({ finish, stop }));
  if ("refused" in applied) {
    await leased.beforePark?.();
    await giveUpJob(ledger, leased, applied.refused);
    return false;
  }
  ended ??= await ledger.store.finish(work.id, createJobOutcome(ledger, { placed: applied.placed }));
  if (ended) await leased.afterDone?.();
  if (ended) ledger.observe({ event: "work-done", ...attemptIds(work), work: work.id });
  return true;
}

/** Completes a job without the host. The note is the reason. */
export async function completeWithNote<Tx>(
  ledger: Engine<Tx>,
  { work }: LeasedJob,
  note: string,
): Promise<void> {
  await ledger.store.finish(work.id, createJobOutcome(ledger, { note }));
}

/** The words of the shop's own code are masked: staff read them, and logs hold them. */
export async function giveUpJob<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  { code, message }: JobProblem,
): Promise<void> {
  const problem = { code: maskText(code), message: maskText(message) };
  await wrapStoreErrors("park work", ledger.store.postpone(leased, { parked: problem }));
  ledger.observe({ event: "work-parked", ...attemptIds(leased.work), work: leased.work.id, ...problem });
}

/** For later, with a growing pause; after the last one for a person. Never throws. */
export async function retryLaterOrGiveUp<Tx>(
  ledger: Engine<Tx>,
  leased: JobRun,
  error: unknown,
): Promise<void> {
  const { work } = leased;
  const problem = toEventError(error);
  const pause = Math.min(firstRetryPause * 2 ** work.tries, longestRetryPause);
  const dueAt = new Date(ledger.platform.now().getTime() + pause);
  try {
    if (work.tries + 1 >= maxTries) {
      await leased.beforePark?.();
      return await giveUpJob(ledger, leased, problem);
    }
    await ledger.store.postpone(leased, { dueAt, problem });
    ledger.observe({
      event: "work-postponed",
      ...attemptIds(work),
      work: work.id,
      dueAt: dueAt.toISOString(),
      error: problem,
    });
  } catch (lost) {
    ledger.observe({ event: "tick-failed", error: toEventError(lost) });
  }
}
