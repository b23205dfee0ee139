import { conformance } from "@pay-index/conformance";
import { medusaAbilities } from "./abilities.mts";
import { MedusaShop } from "./medusa-shop.mts";

conformance("Medusa on Postgres", {
  abilities: medusaAbilities,
  patience: 2,
  open: (settings) => MedusaShop.open(settings),
});
