import { conformance } from "@pay-index/conformance";
import { expressCapabilities } from "./capabilities.ts";
import { createSqliteDatabase } from "./create-sqlite-database.ts";
import { ExpressShop } from "./express-shop.ts";

conformance(
  "Express on SQLite",
  {
    abilities: expressCapabilities,
    open: async (settings) => ExpressShop.open(settings, await createSqliteDatabase()),
  },
  { results: "./results-sqlite.json" },
);
