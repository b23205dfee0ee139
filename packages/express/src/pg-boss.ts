import type { PgBoss } from "pg-boss";
import type { Tick } from "./tick.ts";

export interface PgBossTickOptions {
  /** When to sweep, as cron says it: every minute by default, which is also the most often that pg-boss looks. */
  readonly cron?: string;
  /** The queue's name, for several shops in one database; `pay-index-sweep` by default. */
  readonly queue?: string;
}

/** Seconds after which a sweep of a process that died is given up. A longer one goes on, beside the next: that is safe, too. */
const longestSweep = 300;

/**
 * Lets pg-boss call the sweep: of all processes with this tick, one at each turn. The boss stays yours: start it first, and stop it
 * after `pay.close()`. What fails is told to `observe` and comes again at the next turn, so pg-boss need not try again.
 */
export function pgBossTick(boss: PgBoss, options: PgBossTickOptions = {}): Tick {
  const { cron = "* * * * *", queue = "pay-index-sweep" } = options;
  return async (sweep) => {
    await boss.createQueue(queue, { policy: "stately" });
    const once = {
      retryLimit: 0,
      expireInSeconds: longestSweep,
      retentionSeconds: 3600,
      deleteAfterSeconds: 3600,
    };
    await boss.schedule(queue, cron, null, once);
    const id = await boss.work(queue, sweep);
    return () => boss.offWork(queue, { id, wait: true });
  };
}
