import { simulateHost } from "../../../tests/simulation/simulate-host.ts";
import { createPostgresDatabase } from "./conformance/test-database.mts";
import { VendureShop } from "./conformance/vendure-shop.mts";

simulateHost("Vendure", (settings) => VendureShop.open(settings, createPostgresDatabase));
