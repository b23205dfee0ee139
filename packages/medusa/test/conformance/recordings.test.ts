import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { medusaCapabilities } from "./capabilities.mts";
import { MedusaShop } from "./medusa-shop.mts";

playRecordingsOnHost("Medusa on Postgres", {
  abilities: medusaCapabilities,
  open: (settings) => MedusaShop.open(settings),
});
