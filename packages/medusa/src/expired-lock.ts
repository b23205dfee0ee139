import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { usesPostgresLocks } from "./postgres-locks.ts";

type Container = Pick<MedusaContainer, "resolve">;

/**
 * A process that dies while it completes a cart leaves the cart's lock behind. Medusa's other locks expire by themselves. Those of
 * locking-postgres write down when, and never look: nobody could complete the cart ever again.
 */
export async function deleteExpiredLock(container: Container, key: string): Promise<void> {
  if (!usesPostgresLocks(container)) return;
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  await knex.raw("DELETE FROM locking WHERE id = ? AND expiration < now()", [key]);
}
