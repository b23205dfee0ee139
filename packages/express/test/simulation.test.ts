import { simulateHost } from "../../../tests/simulation/simulate-host.ts";
import { createPostgresDatabase } from "./conformance/create-postgres-database.ts";
import { CustomShop } from "./conformance/custom-shop.ts";

simulateHost("Express", async (settings) => CustomShop.open(settings, await createPostgresDatabase()));
