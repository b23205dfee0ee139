// Starts the blank shop of a trial, with one thing to sell. It runs in the folder of the trial.
import {
  bootstrap,
  Importer,
  type InitialData,
  LanguageCode,
  Populator,
  RequestContextService,
} from "@vendure/core";
import { config } from "./vendure-config.ts";

const initialData: InitialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "World",
  countries: [{ code: "GB", name: "United Kingdom", zone: "World" }],
  taxRates: [{ name: "VAT", percentage: 20 }],
  shippingMethods: [{ name: "Post", price: 350 }],
  paymentMethods: [],
  collections: [],
};

const products = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets
"Reading lamp","lamp","","","","","","lamp","42.50","VAT","1000","true","",""`;

const app = await bootstrap(config);
const ctx = await app.get(RequestContextService).create({ apiType: "admin", languageCode: LanguageCode.en });
await app.get(Populator).populateInitialData(initialData);
await new Promise<void>((complete, error) => {
  app.get(Importer).parseAndImport(products, ctx, false).subscribe({ complete, error });
});
console.log("shop: ready");
