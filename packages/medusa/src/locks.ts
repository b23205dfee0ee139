import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { deleteExpiredLock } from "./expired-lock.ts";

type Container = Pick<MedusaContainer, "resolve">;

/** Seconds: what Medusa gives its own completion of a cart. */
const lockWaitSeconds = 30;
/** Seconds that a process that was killed holds a lock of ours. */
const lockLifetimeSeconds = 30;

/** Milliseconds. */
const retryPauseMs = 100;

/** Does something while nobody completes this cart: Medusa's completions lock it by its id. */
export function withCartLock<Result>(
  container: Container,
  cartId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return withLock(container, cartId, run);
}

/**
 * Does something while no buyer chooses how this cart is paid: a session that is made deletes those that are there, and Medusa takes no lock for
 * it. A lock of ours, so that the cart can be completed meanwhile, which takes the cart's own. Who wants both takes this one first.
 */
export function withSessionsLock<Result>(
  container: Container,
  cartId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return withLock(container, `pay-index:sessions:${cartId}`, run);
}

/**
 * Does something while nobody else makes this renewal. A lock of ours, so that the shop's own handler can edit the order, for which Medusa
 * takes the order's.
 */
export function withRenewalLock<Result>(
  container: Container,
  orderId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  return withLock(container, `pay-index:renewal:${orderId}`, run);
}

/**
 * Does something while nobody else holds this lock, in whatever process, however long it takes. Medusa's `execute` is another lock where
 * locks are in Postgres: it shuts out nobody who completes a cart, and keeps a connection of the pool for as long as anybody waits.
 *
 * @throws what Medusa's lock provider throws, where somebody has held it for 30 seconds
 */
export async function withLock<Result>(
  container: Container,
  key: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const locking = container.resolve<ILockingModule>(Modules.LOCKING);
  const ownerId = `pay-index:${randomUUID()}`;
  const acquire = () => locking.acquire(key, { ownerId, expire: lockLifetimeSeconds });
  await acquireLock(container, key, acquire);
  const end = keepLock(acquire);
  try {
    return await run();
  } finally {
    await end();
    await locking.release(key, { ownerId });
  }
}

/** Medusa's locks do not wait, and have no common word for being taken. */
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

/** A lock expires, so that one whose process died does. Whoever lives takes it again in time. Gives what ends that. */
function keepLock(acquire: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  const beat = () => {
    // The next beat comes before it has expired.
    last = acquire().catch(() => undefined);
  };
  const timer = setInterval(beat, (lockLifetimeSeconds / 3) * 1000).unref();
  return () => {
    clearInterval(timer);
    // Or it would be taken once more when it was given back.
    return last;
  };
}
