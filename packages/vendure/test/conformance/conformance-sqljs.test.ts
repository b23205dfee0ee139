import { conformance } from "@pay-index/conformance";
import { sqljsCapabilities } from "./capabilities.mts";
import { createSqljsDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance(
  "Vendure on sql.js",
  {
    abilities: sqljsCapabilities,
    open: (settings) => VendureShop.open(settings, createSqljsDatabase),
  },
  { results: "./results-sqljs.json" },
);
