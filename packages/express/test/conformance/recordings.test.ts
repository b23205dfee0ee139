import { playRecordingsOnHost } from "../../../../tests/recordings/host-recordings.suite.ts";
import { expressCapabilities } from "./capabilities.ts";
import { createSqliteDatabase } from "./create-sqlite-database.ts";
import { ExpressShop } from "./express-shop.ts";

playRecordingsOnHost("Express on SQLite", {
  abilities: expressCapabilities,
  open: async (settings) => ExpressShop.open(settings, await createSqliteDatabase()),
});
