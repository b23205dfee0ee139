import { leaseEndFromNow } from "../apply/row-changes.ts";
import type { EngineContext } from "../engine-context.ts";
import type { LeasedJob } from "../payment/job.ts";

/** Seconds. Two renewals may fail before a lease ends. */
const renewalInterval = 10;
/** After five minutes a job that hangs is left to another process. Longer than a host waits for a lock. */
const maxRenewals = 27;

/** Runs a function, and renews the leases in `held` until it ends. So a short lease is safe for a long function. */
export async function runWithLeases<Tx, Result>(
  engine: EngineContext<Tx>,
  held: ReadonlySet<LeasedJob>,
  run: () => Promise<Result>,
): Promise<Result> {
  let left = maxRenewals;
  let last: Promise<unknown> = Promise.resolve();
  const renewLater = () => engine.platform.after(renewalInterval * 1000, renew);
  const renew = () => {
    // A renewal that fails is repeated by the next one.
    last = Promise.allSettled([...held].map((leased) => renewJobLease(engine, leased))).then(() => {
      left--;
      if (left > 0) cancel = renewLater();
    });
  };
  let cancel = renewLater();
  try {
    return await run();
  } finally {
    left = 0;
    cancel();
    await last;
  }
}

/** Returns false if another process has the job by now, or the job is completed. */
export async function renewJobLease<Tx>(engine: EngineContext<Tx>, leased: LeasedJob): Promise<boolean> {
  return engine.store.renewLease(leased, leaseEndFromNow(engine));
}
