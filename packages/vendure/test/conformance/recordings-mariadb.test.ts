import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { postgresCapabilities } from "./capabilities.mts";
import { createMariadbShopDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

describe.skipIf(!isMariadbInstalled)("with MariaDB, if it is installed", () => {
  playRecordingsOnHost("Vendure on MariaDB", {
    abilities: postgresCapabilities,
    open: (settings) => VendureShop.open(settings, createMariadbShopDatabase),
  });
});
