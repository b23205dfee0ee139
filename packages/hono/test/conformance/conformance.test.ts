import { conformance } from "@pay-index/conformance";
import { expressCapabilities } from "../../../express/test/conformance/capabilities.ts";
import { chosenStore, createChosenDatabase } from "../../../express/test/conformance/chosen-database.ts";
import { CustomShop } from "../../../express/test/conformance/custom-shop.ts";

const file = new URL("./shop-process-main.ts", import.meta.url);

conformance(
  `Hono on ${chosenStore}`,
  {
    abilities: expressCapabilities,
    open: async (settings) => CustomShop.open(settings, await createChosenDatabase(), file),
  },
  // Both stores have the same results.
  { results: "./results-sqlite.json" },
);
