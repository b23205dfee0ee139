import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";

let lastRun: Promise<unknown> = Promise.resolve();

/**
 * Does something while nobody else takes from these items: Medusa's own reservations lock them the same way. Whoever waits for such a lock
 * keeps a connection of Medusa's pool where locks are in Postgres, and needs another one to go on, so of the renewals in a process one at a
 * time does.
 */
export function withStockLock(
  container: Pick<MedusaContainer, "resolve">,
  inventoryItemIds: readonly string[],
  run: () => Promise<unknown>,
): Promise<unknown> {
  const locking = container.resolve<ILockingModule>(Modules.LOCKING);
  // In one order, so that no two have what the other one waits for.
  const keys = [...new Set(inventoryItemIds)].sort();
  const done = lastRun.then(() => locking.execute(keys, run));
  lastRun = done.catch(() => undefined);
  return done;
}
