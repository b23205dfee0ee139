import { container } from "@medusajs/framework";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { PayIndexError } from "@pay-index/core";

/**
 * Checks that the plugin uses the same copy of Medusa's framework as the shop. If a package manager installed the
 * framework twice, the plugin's container is empty: it would take payments and place no orders.
 *
 * @throws PayIndexError `options_invalid`: Medusa stops at boot
 */
export async function assertSingleFramework(): Promise<void> {
  if (container.hasRegistration(ContainerRegistrationKeys.PG_CONNECTION)) return;
  throw new PayIndexError(
    "options_invalid",
    "@pay-index/medusa has found another copy of @medusajs/framework than the one that runs this shop. Install every package of Medusa's once, in the same exact version: npm ls @medusajs/framework, or pnpm why, says who brings the other.",
  );
}
