import { simulateHost } from "../../../tests/simulation/simulate-host.ts";
import { MedusaShop } from "./conformance/medusa-shop.mts";

simulateHost("Medusa", (settings) => MedusaShop.open(settings));
