/**
 * Fills an empty database with a stock Medusa: its tables, then a region and something to sell. Each in a process of its own, for
 * Medusa is loaded once, and to migrate it loads half of itself.
 */
import { createRequire } from "node:module";
import { postgresLocksModule } from "./modules-for-several-processes.mts";
import { appFolder, createSettings, openMedusa, setMedusaSettings } from "./open-medusa.mts";
import { seedMedusa } from "./seed-shop.mts";
import { staffRolesConfig } from "./staff-roles-config.mts";

const require = createRequire(import.meta.url);
const [what, databaseUrl = ""] = process.argv.slice(2);

/** With the tables of locks and of roles, which only some shops use. */
async function migrateTables(): Promise<void> {
  const changes = { ...staffRolesConfig, modules: [postgresLocksModule, ...staffRolesConfig.modules] };
  const settings = createSettings("http://localhost:9000", { databaseUrl });
  setMedusaSettings({ ...settings, changes });
  const { initializeContainer } = require("@medusajs/medusa/loaders/index");
  const { migrate } = require("@medusajs/medusa/commands/db/migrate");
  const container = await initializeContainer(appFolder);
  const logger = container.resolve("logger");
  const rest = { skipScripts: true, skipSearch: true, executeSafeLinks: true, logger, container };
  if (!(await migrate({ directory: appFolder, ...rest }))) throw new Error("not migrated");
}

async function seedShop(): Promise<void> {
  const shop = await openMedusa((origin) => createSettings(origin, { databaseUrl }));
  await seedMedusa(shop.container);
  await shop.close();
}

if (what === "migrate") await migrateTables();
else await seedShop();
process.exit(0);
