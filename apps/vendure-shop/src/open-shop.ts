import {
  bootstrap,
  CountryService,
  Importer,
  LanguageCode,
  Populator,
  RequestContextService,
} from "@vendure/core";
import type { Settings } from "./settings.ts";
import { initialData, productsCsv } from "./stock.ts";
import { shopConfig } from "./vendure-config.ts";

export type Shop = Awaited<ReturnType<typeof bootstrap>>;

/** Starts the server, and fills the database first when it is a new one. */
export async function openShop(settings: Settings): Promise<Shop> {
  const shop = await bootstrap(shopConfig(settings));
  await fill(shop);
  return shop;
}

/** A few countries, a tax, two ways to send a parcel, and what the catalog sells. */
async function fill(shop: Shop): Promise<void> {
  const ctx = await shop
    .get(RequestContextService)
    .create({ apiType: "admin", languageCode: LanguageCode.en });
  const { totalItems } = await shop.get(CountryService).findAll(ctx);
  if (totalItems > 0) return;
  await shop.get(Populator).populateInitialData(initialData);
  const imported = shop.get(Importer).parseAndImport(productsCsv(), ctx, false);
  await new Promise<void>((resolve, reject) => {
    imported.subscribe({ complete: resolve, error: reject });
  });
}
