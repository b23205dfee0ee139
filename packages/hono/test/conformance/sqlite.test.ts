import { conformance } from "@pay-index/conformance";
import { expressCapabilities } from "../../../express/test/conformance/capabilities.ts";
import { createSqliteDatabase } from "../../../express/test/conformance/create-sqlite-database.ts";
import { CustomShop } from "../../../express/test/conformance/custom-shop.ts";

const file = new URL("./shop-process-main.ts", import.meta.url);

conformance(
  "Hono on SQLite",
  {
    abilities: expressCapabilities,
    open: async (settings) => CustomShop.open(settings, await createSqliteDatabase(), file),
  },
  { results: "./results-sqlite.json" },
);
