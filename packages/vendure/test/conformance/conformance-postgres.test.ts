import { conformance } from "@pay-index/conformance";
import { postgresCapabilities } from "./capabilities.mts";
import { startSingleServer } from "./shop-cluster.mts";
import { createPostgresDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance(
  "Vendure on Postgres",
  {
    abilities: postgresCapabilities,
    async open(settings) {
      const place = await createPostgresDatabase();
      return new VendureShop(await startSingleServer(settings, place), place);
    },
  },
  { results: "./results-postgres.json" },
);
