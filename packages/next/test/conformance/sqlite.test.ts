import { conformance } from "@pay-index/conformance";
import { beforeAll } from "vitest";
import { expressCapabilities } from "../../../express/test/conformance/capabilities.ts";
import { createSqliteDatabase } from "../../../express/test/conformance/create-sqlite-database.ts";
import { CustomShop } from "../../../express/test/conformance/custom-shop.ts";
import { buildNextApp } from "../start-next-app.ts";

const file = new URL("./shop-process-main.ts", import.meta.url);

beforeAll(() => buildNextApp("conformance", "next"), 300_000);

conformance(
  "Next.js on SQLite",
  {
    abilities: expressCapabilities,
    open: async (settings) => CustomShop.open(settings, await createSqliteDatabase(), file),
  },
  { results: "./results-sqlite.json" },
);
