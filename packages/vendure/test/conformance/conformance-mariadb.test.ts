import { conformance } from "@pay-index/conformance";
import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { postgresCapabilities } from "./capabilities.mts";
import { createMariadbShopDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

describe.skipIf(!isMariadbInstalled)("with MariaDB, if it is installed", () => {
  conformance(
    "Vendure on MariaDB",
    {
      abilities: postgresCapabilities,
      open: (settings) => VendureShop.open(settings, createMariadbShopDatabase),
    },
    { results: "./results-mariadb.json" },
  );
});
