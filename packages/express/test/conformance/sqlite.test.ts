import { conformance } from "@pay-index/conformance";
import { expressCapabilities } from "./capabilities.ts";
import { createSqliteDatabase } from "./create-sqlite-database.ts";
import { CustomShop } from "./custom-shop.ts";

conformance(
  "Express on SQLite",
  {
    abilities: expressCapabilities,
    open: async (settings) => CustomShop.open(settings, await createSqliteDatabase()),
  },
  { results: "./results-sqlite.json" },
);
