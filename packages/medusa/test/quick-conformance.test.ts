import { conformance } from "@pay-index/conformance";
import { medusaCapabilities } from "./conformance/capabilities.mts";
import { MedusaShop } from "./conformance/medusa-shop.mts";

// What takes seconds. All of it is minutes: pnpm test:medusa.
conformance(
  "Medusa on Postgres",
  { abilities: medusaCapabilities, open: (settings) => MedusaShop.open(settings) },
  { only: ["paid", "declined", "refunded-in-full"] },
);
