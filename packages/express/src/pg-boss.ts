import type { SweepScheduler } from "@pay-index/server/shop";
import type { PgBoss } from "pg-boss";

/** The options of `pgBossTick`. */
export interface PgBossTickOptions {
  /** The cron expression of the sweep. Default: every minute, the shortest interval of pg-boss. */
  readonly cron?: string;
  /** The name of the queue, for several shops in one database. Default: `pay-index-sweep`. */
  readonly queue?: string;
}

/**
 * Seconds after which pg-boss gives up a sweep of a stopped process. A longer sweep continues beside the next one,
 * which is safe.
 */
const longestSweep = 300;

/**
 * Calls the sweep with pg-boss: in one of all processes each time. Start `boss` before, and stop it after
 * `pay.close()`. An error becomes an event, and the next sweep continues, so pg-boss does not need to retry.
 */
export function pgBossTick(boss: PgBoss, options: PgBossTickOptions = {}): SweepScheduler {
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
