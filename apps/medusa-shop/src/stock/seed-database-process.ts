/** Creates the tables of the shop in the database of DATABASE_URL, and fills them if the shop sells nothing yet. */
import { fileURLToPath } from "node:url";
import { MedusaModule } from "@medusajs/framework/modules-sdk";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { migrate } from "@medusajs/medusa/commands/db/migrate";
import loaders, { initializeContainer } from "@medusajs/medusa/loaders/index";
import express from "express";
import "../require-typescript-files.ts";
import { seedShop } from "./seed-shop.ts";

process.env.MEDUSA_DISABLE_TELEMETRY ??= "true";
process.env.LOG_LEVEL ??= "warn";

const directory = fileURLToPath(new URL("../..", import.meta.url));
// Medusa searches for its own modules from this folder.
process.chdir(directory);
const container = await initializeContainer(directory);
await migrate({
  directory,
  container,
  logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  skipLinks: false,
  // They change data of earlier releases.
  skipScripts: true,
  skipSearch: true,
  executeAllLinks: true,
  executeSafeLinks: true,
  executeAllSearch: false,
  executeSafeSearch: false,
});
// The modules for the migrations are not a whole shop.
MedusaModule.clearInstances();
const { container: shop, shutdown } = await loaders.default({
  directory,
  expressApp: express() as never,
  skipLoadingEntryPoints: true,
});
const [sold] = await shop.resolve(Modules.PRODUCT).listProducts({}, { take: 1 });
if (sold === undefined) await seedShop(shop);
await shutdown();
process.exit();
