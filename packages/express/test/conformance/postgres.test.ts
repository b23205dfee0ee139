import { conformance } from "@pay-index/conformance";
import { expressAbilities } from "./abilities.ts";
import { ExpressShop } from "./express-shop.ts";
import { postgresPlace } from "./postgres-place.ts";

conformance("Express on Postgres", {
  abilities: expressAbilities,
  open: async (settings) => ExpressShop.open(settings, await postgresPlace()),
});
