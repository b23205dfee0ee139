import { conformance } from "@pay-index/conformance";
import { expressCapabilities } from "./capabilities.ts";
import { createPostgresDatabase } from "./create-postgres-database.ts";
import { CustomShop } from "./custom-shop.ts";

conformance(
  "Express on Postgres",
  {
    abilities: expressCapabilities,
    open: async (settings) => CustomShop.open(settings, await createPostgresDatabase()),
  },
  { results: "./results-postgres.json" },
);
