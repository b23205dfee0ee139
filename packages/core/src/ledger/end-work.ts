import { maskText } from "../mask/mask-text.ts";
import { eventError } from "../observe.ts";
import { about, type Ledger, stored } from "./context.ts";
import type { Applied } from "./host.ts";
import { Stop } from "./stop.ts";
import type { Leased, WorkProblem, WorkResult } from "./work.ts";

const triesLimit = 10;
const firstPause = 10_000;
const longestPause = 3_600_000;

export function result(
  { platform }: Pick<Ledger, "platform">,
  { placed, note }: { placed?: string | undefined; note?: string },
): WorkResult {
  return {
    at: platform.now().toISOString(),
    ...(placed === undefined ? {} : { placed }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Leased work while it runs. */
export interface Run extends Leased {
  /** What to commit before the work becomes an item. */
  readonly beforePark?: () => Promise<void>;
  /** What follows from work that is done. Never throws. */
  readonly afterDone?: () => Promise<void>;
}

/** The two ways in which core ends a host's run of an effect. */
export interface EffectEnd<Tx> {
  /** Ends the work in the host's transaction. @throws Error if the work was done before */
  finish(tx: Tx, placed?: string): Promise<void>;
  readonly stop: Stop;
}

/**
 * Has the host apply an effect, and ends the work: by the host, in its own transaction, or here once the host has done it. False:
 * the host refused, and it is an item now.
 */
export async function applyEffect<Tx>(
  ledger: Ledger<Tx>,
  leased: Run,
  apply: (end: EffectEnd<Tx>) => Promise<Applied>,
): Promise<boolean> {
  const { work } = leased;
  const stop = new Stop();
  let ended: boolean | undefined;
  const finish = async (tx: Tx, placed?: string) => {
    stop.reset();
    ended = await ledger.store.finish(work.id, result(ledger, { placed }), tx);
    if (!ended) stop.with({ done: true });
  };
  const applied = await stop.outcomeOf(() => apply({ finish, stop }));
  if ("refused" in applied) {
    await leased.beforePark?.();
    await park(ledger, leased, applied.refused);
    return false;
  }
  ended ??= await ledger.store.finish(work.id, result(ledger, { placed: applied.placed }));
  if (ended) await leased.afterDone?.();
  if (ended) ledger.observe({ event: "work-done", ...about(work), work: work.id });
  return true;
}

/** Completes a job without the host. The note is the reason. */
export async function finishWithNote<Tx>(ledger: Ledger<Tx>, { work }: Leased, note: string): Promise<void> {
  await ledger.store.finish(work.id, result(ledger, { note }));
}

/** The words of the shop's own code are masked: staff read them, and logs hold them. */
export async function park<Tx>(
  ledger: Ledger<Tx>,
  leased: Leased,
  { code, message }: WorkProblem,
): Promise<void> {
  const problem = { code: maskText(code), message: maskText(message) };
  await stored("park work", ledger.store.postpone(leased, { parked: problem }));
  ledger.observe({ event: "work-parked", ...about(leased.work), work: leased.work.id, ...problem });
}

/** For later, with a growing pause; after the last one for a person. Never throws. */
export async function giveBack<Tx>(ledger: Ledger<Tx>, leased: Run, error: unknown): Promise<void> {
  const { work } = leased;
  const problem = eventError(error);
  const pause = Math.min(firstPause * 2 ** work.tries, longestPause);
  const dueAt = new Date(ledger.platform.now().getTime() + pause);
  try {
    if (work.tries + 1 >= triesLimit) {
      await leased.beforePark?.();
      return await park(ledger, leased, problem);
    }
    await ledger.store.postpone(leased, { dueAt, problem });
    ledger.observe({
      event: "work-postponed",
      ...about(work),
      work: work.id,
      dueAt: dueAt.toISOString(),
      error: problem,
    });
  } catch (lost) {
    ledger.observe({ event: "tick-failed", error: eventError(lost) });
  }
}
