import { conformance } from "@pay-index/conformance";
import { postgresCapabilities } from "./capabilities.mts";
import { ShopCluster } from "./shop-cluster.mts";
import { createPostgresDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance("Vendure on Postgres, two servers and a worker", {
  abilities: postgresCapabilities,
  async open(settings) {
    const place = await createPostgresDatabase();
    return new VendureShop(await ShopCluster.open(settings, place), place);
  },
});
