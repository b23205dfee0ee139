import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Container } from "./find-rows.ts";
import { usesLockingPostgresModule } from "./registered-modules.ts";

/**
 * Deletes an expired lock of a cart. A process that is killed while it completes a cart leaves the cart's lock behind.
 * Medusa's other lock providers expire such locks. locking-postgres stores the expiry but never checks it, so nobody
 * could complete the cart again.
 */
export async function deleteExpiredLock(container: Container, key: string): Promise<void> {
  if (!usesLockingPostgresModule(container)) return;
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  await knex.raw("DELETE FROM locking WHERE id = ? AND expiration < now()", [key]);
}
