import type { AbilityDeclarations, HostDriver } from "@pay-index/conformance";
import { postgresCapabilities, sqljsCapabilities } from "./capabilities.mts";
import { ShopCluster } from "./shop-cluster.mts";
import {
  createMariadbShopDatabase,
  createPostgresDatabase,
  createSqljsDatabase,
  type TestDatabase,
} from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

type CreateDatabase = () => Promise<TestDatabase>;

/** One server on a database of its own. */
export const driverOn = (
  createDatabase: CreateDatabase,
  abilities: AbilityDeclarations = postgresCapabilities,
): HostDriver => ({ abilities, open: (settings) => VendureShop.open(settings, createDatabase) });

export const postgresDriver = driverOn(createPostgresDatabase);
export const mariadbDriver = driverOn(createMariadbShopDatabase);
export const sqljsDriver = driverOn(createSqljsDatabase, sqljsCapabilities);

/** Two servers and a worker on one database. */
export const clusterDriverOn = (createDatabase: CreateDatabase): HostDriver => ({
  abilities: postgresCapabilities,
  async open(settings) {
    const place = await createDatabase();
    return new VendureShop(await ShopCluster.open(settings, place), place);
  },
});
