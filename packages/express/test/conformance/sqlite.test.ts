import { conformance } from "@pay-index/conformance";
import { expressAbilities } from "./abilities.ts";
import { ExpressShop } from "./express-shop.ts";
import { sqlitePlace } from "./sqlite-place.ts";

conformance("Express on SQLite", {
  abilities: expressAbilities,
  open: async (settings) => ExpressShop.open(settings, await sqlitePlace()),
});
