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
  const end = startLeaseRenewal(engine, held);
  try {
    return await run();
  } finally {
    await end();
  }
}

/** Returns the function that ends the renewals. It resolves once none is under way. */
function startLeaseRenewal<Tx>(engine: EngineContext<Tx>, held: ReadonlySet<LeasedJob>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let cancel: () => void = () => undefined;
  const schedule = (left: number) => {
    if (left > 0) cancel = engine.platform.after(renewalInterval * 1000, () => beat(left));
  };
  const beat = (left: number) => {
    let isEnded = false;
    cancel = () => {
      isEnded = true;
    };
    last = renewAllLeases(engine, held).then(() => {
      if (!isEnded) schedule(left - 1);
    });
  };
  schedule(maxRenewals);
  return async () => {
    cancel();
    await last;
  };
}

/** A renewal that fails is repeated by the next one. */
async function renewAllLeases<Tx>(engine: EngineContext<Tx>, held: ReadonlySet<LeasedJob>): Promise<void> {
  await Promise.allSettled([...held].map((leased) => renewJobLease(engine, leased)));
}

/** Returns false if another process has the job by now, or the job is completed. */
export async function renewJobLease<Tx>(engine: EngineContext<Tx>, leased: LeasedJob): Promise<boolean> {
  return engine.store.renewLease(leased, leaseEndFromNow(engine));
}
