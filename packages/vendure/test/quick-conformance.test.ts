import { conformance } from "@pay-index/conformance";
import { sqljsCapabilities } from "./conformance/capabilities.mts";
import { createSqljsDatabase } from "./conformance/test-database.mts";
import { VendureShop } from "./conformance/vendure-shop.mts";

// What takes seconds. All of it is minutes: pnpm test:vendure.
conformance(
  "Vendure on sql.js",
  {
    abilities: sqljsCapabilities,
    open: (settings) => VendureShop.open(settings, createSqljsDatabase),
  },
  { only: ["paid", "declined", "refunded-in-full"] },
);
