import { type Ledger, stored } from "./context.ts";
import type { Lease, Leased } from "./work.ts";

/** Seconds. A process that is killed holds its jobs for this long. Longer than a process may pause, for garbage collection say. */
const leaseSeconds = 30;
/** Seconds. Two renewals may fail before a lease ends. */
const renewEvery = 10;
/** After five minutes a job that hangs is left to another process. Longer than a host waits for a lock. */
const renewals = 27;

export function newLease({ platform }: Pick<Ledger, "platform">): Lease {
  return { token: Buffer.from(platform.randomBytes(16)).toString("hex"), until: leaseEnd({ platform }) };
}

function leaseEnd({ platform }: Pick<Ledger, "platform">): Date {
  return new Date(platform.now().getTime() + leaseSeconds * 1000);
}

/**
 * Runs `work`, and renews leases meanwhile: those that `held` contains at each renewal. So a short lease is safe, however
 * long the work takes.
 */
export async function whileLeased<Tx, Result>(
  ledger: Ledger<Tx>,
  held: ReadonlySet<Leased>,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = keepLeases(ledger, held);
  try {
    return await work();
  } finally {
    await end();
  }
}

/** Returns the function that ends the renewals. It resolves once none is under way. */
function keepLeases<Tx>(ledger: Ledger<Tx>, held: ReadonlySet<Leased>): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let cancel: () => void = () => undefined;
  const schedule = (left: number) => {
    if (left > 0) cancel = ledger.platform.after(renewEvery * 1000, () => beat(left));
  };
  const beat = (left: number) => {
    let isEnded = false;
    cancel = () => {
      isEnded = true;
    };
    last = renewAll(ledger, held).then(() => {
      if (!isEnded) schedule(left - 1);
    });
  };
  schedule(renewals);
  return async () => {
    cancel();
    await last;
  };
}

/** A renewal that fails is repeated by the next one. */
async function renewAll<Tx>(ledger: Ledger<Tx>, held: ReadonlySet<Leased>): Promise<void> {
  await Promise.allSettled([...held].map((leased) => renewLease(ledger, leased)));
}

/** False: another process has the job by now, or it is done. */
export async function renewLease<Tx>(ledger: Ledger<Tx>, leased: Leased): Promise<boolean> {
  return stored("renew a lease", ledger.store.renew(leased, leaseEnd(ledger)));
}
