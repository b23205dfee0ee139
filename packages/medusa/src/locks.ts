import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ILockingModule } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { deleteExpiredLock } from "./expired-lock.ts";
import type { Container } from "./find-rows.ts";

/** Seconds. Medusa's own cart completion waits this long for a lock. */
const lockWaitSeconds = 30;
/** Seconds after which a lock of a killed process expires. */
const lockLifetimeSeconds = 30;

/** Milliseconds. */
const retryPauseMs = 100;

/** Runs a function under the lock with this prefix and the id. */
const lockOf =
  (prefix: string) =>
  <Result>(container: Container, id: string, run: () => Promise<Result>): Promise<Result> =>
    withLock(container, prefix + id, run);

/** Runs a function while no other process completes this cart: Medusa's completions use the same lock. */
export const withCartLock = lockOf("");

/** Runs a function while no other process changes this order: Medusa's edits and exchanges use the same lock. */
export const withOrderLock = lockOf("");

/**
 * Runs a function while no buyer chooses the provider of this cart: creating a session deletes the existing ones, and
 * Medusa takes no lock for that. A lock of the plugin, so that the cart, whose own lock Medusa takes, can be completed
 * meanwhile. Take this lock before the cart's.
 */
export const withPaymentSessionsLock = lockOf("pay-index:sessions:");

/**
 * Runs a function while no other process places this renewal. A lock of the plugin, so that the shop's own handler can
 * edit the order, for which Medusa takes the order's lock.
 */
export const withRenewalLock = lockOf("pay-index:renewal:");

/**
 * Runs a function while no other process writes refunds or credit lines for this payment of Medusa. Medusa's own refund takes no lock
 * that covers everything that it writes.
 */
export const withRefundsLock = lockOf("pay-index:refunds:");

/**
 * Runs a function under a lock that holds in all processes, and renews the lock until the function ends. Medusa's own
 * `execute` of locking-postgres uses other locks: they do not exclude a cart completion, and each waiting caller keeps
 * a connection of the pool.
 *
 * @throws the error of Medusa's lock provider if another process holds the lock for 30 seconds
 */
export async function withLock<Result>(
  container: Container,
  key: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const lock = createLock(container, key);
  await acquireLock(container, key, lock.acquire);
  return runLocked(lock, run);
}

/** Runs a function under a lock like `withLock`, or does not run it if another caller holds the lock now. */
export async function withLockIfFree<Result>(
  container: Container,
  key: string,
  run: () => Promise<Result>,
): Promise<{ readonly isRun: true; readonly result: Result } | { readonly isRun: false }> {
  const lock = createLock(container, key);
  await deleteExpiredLock(container, key);
  try {
    await lock.acquire();
  } catch {
    return { isRun: false };
  }
  return { isRun: true, result: await runLocked(lock, run) };
}

interface Lock {
  acquire(): Promise<void>;
  release(): Promise<unknown>;
}

function createLock(container: Container, key: string): Lock {
  const locking = container.resolve<ILockingModule>(Modules.LOCKING);
  const ownerId = `pay-index:${randomUUID()}`;
  return {
    acquire: () => locking.acquire(key, { ownerId, expire: lockLifetimeSeconds }),
    release: () => locking.release(key, { ownerId }),
  };
}

/** Runs a function under a lock that this caller holds, and releases the lock. */
async function runLocked<Result>({ acquire, release }: Lock, run: () => Promise<Result>): Promise<Result> {
  const end = keepLock(acquire);
  try {
    return await run();
  } finally {
    await end();
    await release();
  }
}

/** Waits for a lock: Medusa's `acquire` does not wait, and its providers throw different errors for a taken lock. */
async function acquireLock(container: Container, key: string, acquire: () => Promise<void>): Promise<void> {
  const until = Date.now() + lockWaitSeconds * 1000;
  for (;;) {
    try {
      return await acquire();
    } catch (error) {
      if (Date.now() >= until) throw error;
    }
    await deleteExpiredLock(container, key);
    await setTimeout(retryPauseMs);
  }
}

/** Renews a lock before it expires. Returns the function that stops the renewals. */
function keepLock(acquire: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  const beat = () => {
    // The next renewal runs before the lock expires.
    last = acquire().catch(() => undefined);
  };
  const timer = setInterval(beat, (lockLifetimeSeconds / 3) * 1000).unref();
  return () => {
    clearInterval(timer);
    // Otherwise a renewal under way could take the lock again after it was released.
    return last;
  };
}
