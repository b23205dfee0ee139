import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { sqljsCapabilities } from "./capabilities.mts";
import { startSingleServer } from "./shop-cluster.mts";
import { createSqljsDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

playRecordingsOnHost("Vendure on sql.js", {
  abilities: sqljsCapabilities,
  async open(settings) {
    const place = await createSqljsDatabase();
    return new VendureShop(await startSingleServer(settings, place), place);
  },
});
