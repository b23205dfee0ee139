import type { ILockingModule } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import type { Container } from "../find-rows.ts";

let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Runs a function while no other process reserves these inventory items, with the locks of Medusa's own reservations.
 * With locking-postgres, each waiting caller keeps a connection of the pool and needs another one to continue. So each
 * process runs one renewal at a time.
 */
export function withStockLock(
  container: Container,
  inventoryItemIds: readonly string[],
  run: () => Promise<unknown>,
): Promise<unknown> {
  const locking = container.resolve<ILockingModule>(Modules.LOCKING);
  // Always in the same order, so that two processes cannot wait for each other.
  const keys = [...new Set(inventoryItemIds)].sort();
  const done = lastRun.then(() => locking.execute(keys, run));
  lastRun = done.catch(() => undefined);
  return done;
}
