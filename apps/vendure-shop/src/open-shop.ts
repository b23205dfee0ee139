import {
  bootstrap,
  CountryService,
  Importer,
  LanguageCode,
  Populator,
  RequestContextService,
} from "@vendure/core";
import { createProductsCsv, initialData } from "./seed-data.ts";
import type { Settings } from "./settings.ts";
import { createVendureConfig } from "./vendure-config.ts";

export type VendureServer = Awaited<ReturnType<typeof bootstrap>>;

/** Starts the server. Fills a new database first. */
export async function openShop(settings: Settings): Promise<VendureServer> {
  const shop = await bootstrap(createVendureConfig(settings));
  await seedDatabase(shop);
  return shop;
}

/** Adds countries, a tax, two shipping methods, and the products of the catalog. */
async function seedDatabase(shop: VendureServer): Promise<void> {
  const ctx = await shop
    .get(RequestContextService)
    .create({ apiType: "admin", languageCode: LanguageCode.en });
  const { totalItems } = await shop.get(CountryService).findAll(ctx);
  if (totalItems > 0) return;
  await shop.get(Populator).populateInitialData(initialData);
  const imported = shop.get(Importer).parseAndImport(createProductsCsv(), ctx, false);
  await new Promise<void>((resolve, reject) => {
    imported.subscribe({ complete: resolve, error: reject });
  });
}
