import { conformance } from "@pay-index/conformance";
import { onPostgres } from "./abilities.mts";
import { postgresPlace } from "./place.mts";
import { oneServer } from "./shop-house.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance("Vendure on Postgres", {
  abilities: onPostgres,
  patience: 2,
  async open(settings) {
    const place = await postgresPlace();
    return new VendureShop(await oneServer(settings, place), place);
  },
});
