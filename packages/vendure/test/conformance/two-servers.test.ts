import { conformance } from "@pay-index/conformance";
import { onPostgres } from "./abilities.mts";
import { postgresPlace } from "./place.mts";
import { ShopHouse } from "./shop-house.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance("Vendure on Postgres, two servers and a worker", {
  abilities: onPostgres,
  patience: 2,
  async open(settings) {
    const place = await postgresPlace();
    return new VendureShop(await ShopHouse.open(settings, place), place);
  },
});
