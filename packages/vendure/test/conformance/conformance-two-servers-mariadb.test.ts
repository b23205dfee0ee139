import { conformance } from "@pay-index/conformance";
import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { postgresCapabilities } from "./capabilities.mts";
import { ShopCluster } from "./shop-cluster.mts";
import { createMariadbShopDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

describe.skipIf(!isMariadbInstalled)("with MariaDB, if it is installed", () => {
  conformance("Vendure on MariaDB, two servers and a worker", {
    abilities: postgresCapabilities,
    async open(settings) {
      const place = await createMariadbShopDatabase();
      return new VendureShop(await ShopCluster.open(settings, place), place);
    },
  });
});
