import { conformance } from "@pay-index/conformance";
import { sqljsCapabilities } from "./capabilities.mts";
import { startSingleServer } from "./shop-cluster.mts";
import { createSqljsDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance(
  "Vendure on sql.js",
  {
    abilities: sqljsCapabilities,
    async open(settings) {
      const place = await createSqljsDatabase();
      return new VendureShop(await startSingleServer(settings, place), place);
    },
  },
  { results: "./results-sqljs.json", firstRunOnly: process.env.SCENARIO_RUNS === "first" },
);
