/**
 * Fills an empty database with a stock Medusa: its tables, then a region and something to sell. Each in a process of its own, for
 * Medusa is loaded once, and to migrate it loads half of itself.
 */
import { createRequire } from "node:module";
import { app, configure, openMedusa, settingsOf } from "./open-medusa.mts";
import { seed } from "./seed.mts";
import { sharedLocks } from "./shared-locks.mts";
import { withRoles } from "./with-roles.mts";

const require = createRequire(import.meta.url);
const [what, databaseUrl = ""] = process.argv.slice(2);

async function migrateTables(changes: object): Promise<void> {
  const settings = settingsOf("http://localhost:9000", { databaseUrl });
  configure({ ...settings, changes });
  const { initializeContainer } = require("@medusajs/medusa/loaders/index");
  const { migrate } = require("@medusajs/medusa/commands/db/migrate");
  const container = await initializeContainer(app);
  const logger = container.resolve("logger");
  const rest = { skipScripts: true, skipSearch: true, executeSafeLinks: true, logger, container };
  if (!(await migrate({ directory: app, ...rest }))) throw new Error("not migrated");
}

async function seedShop(): Promise<void> {
  const shop = await openMedusa((origin) => settingsOf(origin, { databaseUrl }));
  await seed(shop.container);
  await shop.close();
}

if (what === "migrate") await migrateTables({ modules: [sharedLocks] });
else if (what === "migrate-roles") await migrateTables(withRoles);
else await seedShop();
process.exit(0);
