import { container } from "@medusajs/framework";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { PayIndexError } from "@pay-index/core";

/**
 * What the plugin asks Medusa for stands in a container of the framework's. Where a package manager has installed the framework twice there are
 * two of them, and the plugin's is empty: it would take money and place no order.
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
