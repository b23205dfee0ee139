import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { sqljsCapabilities } from "./capabilities.mts";
import { createSqljsDatabase } from "./test-database.mts";
import { VendureShop } from "./vendure-shop.mts";

playRecordingsOnHost("Vendure on sql.js", {
  abilities: sqljsCapabilities,
  open: (settings) => VendureShop.open(settings, createSqljsDatabase),
});
