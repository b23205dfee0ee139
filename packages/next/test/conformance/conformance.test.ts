import { conformance } from "@pay-index/conformance";
import { beforeAll } from "vitest";
import { expressCapabilities } from "../../../express/test/conformance/capabilities.ts";
import { chosenStore, createChosenDatabase } from "../../../express/test/conformance/chosen-database.ts";
import { CustomShop } from "../../../express/test/conformance/custom-shop.ts";
import { buildNextApp } from "../start-next-app.ts";

const file = new URL("./shop-process-main.ts", import.meta.url);

beforeAll(() => buildNextApp("conformance", "next"), 300_000);

conformance(
  `Next.js on ${chosenStore}`,
  {
    abilities: expressCapabilities,
    open: async (settings) => CustomShop.open(settings, await createChosenDatabase(), file),
  },
  // Both stores have the same results.
  { results: "./results-sqlite.json" },
);
