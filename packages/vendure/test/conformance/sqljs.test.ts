import { conformance } from "@pay-index/conformance";
import { onSqljs } from "./abilities.mts";
import { sqljsPlace } from "./place.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance("Vendure on sql.js", {
  abilities: onSqljs,
  open: async (settings) => VendureShop.open(settings, await sqljsPlace()),
});
