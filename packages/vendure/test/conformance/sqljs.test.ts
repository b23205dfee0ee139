import { conformance } from "@pay-index/conformance";
import { onSqljs } from "./abilities.mts";
import { sqljsPlace } from "./place.mts";
import { oneServer } from "./shop-house.mts";
import { VendureShop } from "./vendure-shop.mts";

conformance("Vendure on sql.js", {
  abilities: onSqljs,
  patience: 2,
  async open(settings) {
    const place = await sqljsPlace();
    return new VendureShop(await oneServer(settings, place), place);
  },
});
