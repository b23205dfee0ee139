import { conformance } from "@pay-index/conformance";
import { postgresCapabilities } from "./capabilities.mts";
import { createPostgresDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance(
  "Vendure on Postgres",
  {
    abilities: postgresCapabilities,
    open: (settings) => VendureShop.open(settings, createPostgresDatabase),
  },
  { results: "./results-postgres.json" },
);
