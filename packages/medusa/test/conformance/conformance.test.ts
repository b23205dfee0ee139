import { conformance } from "@pay-index/conformance";
import { medusaAbilities } from "./abilities.mts";
import { MedusaShop } from "./medusa-shop.mts";

conformance("Medusa on Postgres", {
  abilities: medusaAbilities,
  startsIn: 20,
  open: (settings) => MedusaShop.open(settings),
});
