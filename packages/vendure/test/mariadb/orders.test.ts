import { conformance } from "@pay-index/conformance";
import { isMariadbInstalled } from "@pay-index/embedded-postgres";
import { describe } from "vitest";
import { postgresCapabilities } from "../conformance/capabilities.mts";
import { createMariadbShopDatabase } from "../conformance/test-database.mts";
import { VendureShop } from "../conformance/vendure-shop.mts";

// The rest is minutes: pnpm test:vendure.
describe.skipIf(!isMariadbInstalled)("with MariaDB, if it is installed", () => {
  conformance(
    "Vendure on MariaDB",
    {
      abilities: postgresCapabilities,
      open: (settings) => VendureShop.open(settings, createMariadbShopDatabase),
    },
    { only: ["paid", "declined", "refunded-in-full", "fifty-notifications-together"] },
  );
});
