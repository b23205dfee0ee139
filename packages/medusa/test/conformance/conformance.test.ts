import { conformance } from "@pay-index/conformance";
import { medusaCapabilities } from "./capabilities.mts";
import { MedusaShop } from "./medusa-shop.mts";

conformance(
  "Medusa on Postgres",
  {
    abilities: medusaCapabilities,
    open: (settings) => MedusaShop.open(settings),
  },
  { results: "./results-postgres.json" },
);
