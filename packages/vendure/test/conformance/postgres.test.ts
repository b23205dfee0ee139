import { conformance } from "@pay-index/conformance";
import { onPostgres } from "./abilities.mts";
import { postgresPlace } from "./place.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance("Vendure on Postgres", {
  abilities: onPostgres,
  open: async (settings) => VendureShop.open(settings, await postgresPlace()),
});
