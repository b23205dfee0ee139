import { conformance } from "@pay-index/conformance";
import { expressCapabilities } from "./capabilities.ts";
import { createPostgresDatabase } from "./create-postgres-database.ts";
import { ExpressShop } from "./express-shop.ts";

conformance(
  "Express on Postgres",
  {
    abilities: expressCapabilities,
    open: async (settings) => ExpressShop.open(settings, await createPostgresDatabase()),
  },
  { results: "./results-postgres.json" },
);
