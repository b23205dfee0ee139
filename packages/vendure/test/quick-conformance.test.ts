import { conformance } from "@pay-index/conformance";
import { sqljsCapabilities } from "./conformance/capabilities.mts";
import { startSingleServer } from "./conformance/shop-cluster.mts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { VendureShop } from "./conformance/vendure-shop.mts";

// What takes seconds. All of it is minutes: pnpm test:vendure.
conformance(
  "Vendure on sql.js",
  {
    abilities: sqljsCapabilities,
    async open(settings) {
      const place = await createSqljsDatabase();
      return new VendureShop(await startSingleServer(settings, place), place);
    },
  },
  { only: ["paid", "declined", "refunded-in-full"] },
);
