import { conformance } from "@pay-index/conformance";
import { medusaAbilities } from "./conformance/abilities.mts";
import { MedusaShop } from "./conformance/medusa-shop.mts";

// What takes seconds. All of it is minutes: pnpm test:medusa.
conformance(
  "Medusa on Postgres",
  { abilities: medusaAbilities, patience: 2, open: (settings) => MedusaShop.open(settings) },
  {
    only: [
      "paid",
      "buyer-never-returns",
      "forged-return",
      "fifty-together",
      "underpaid",
      "cart-grown",
      "no-card-digit",
    ],
  },
);
