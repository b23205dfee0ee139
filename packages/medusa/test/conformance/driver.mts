import type { HostDriver } from "@pay-index/conformance";
import { medusaCapabilities } from "./capabilities.mts";
import { MedusaShop } from "./medusa-shop.mts";
import { createTestDatabase } from "./test-database.mts";

/** One process on a database of its own. */
export const driverOn = (createDatabase = createTestDatabase): HostDriver => ({
  abilities: medusaCapabilities,
  open: (settings) => MedusaShop.open(settings, { createDatabase }),
});
