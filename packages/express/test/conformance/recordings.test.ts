import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { expressCapabilities } from "./capabilities.ts";
import { createSqliteDatabase } from "./create-sqlite-database.ts";
import { CustomShop } from "./custom-shop.ts";

playRecordingsOnHost("Express on SQLite", {
  abilities: expressCapabilities,
  open: async (settings) => CustomShop.open(settings, await createSqliteDatabase()),
});
