import {
  bootstrap,
  Importer,
  type InitialData,
  LanguageCode,
  Populator,
  RequestContextService,
} from "@vendure/core";
import { config } from "./vendure-config.ts";

process.env.VENDURE_DISABLE_TELEMETRY ??= "true";

const initialData: InitialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "World",
  countries: [{ code: "GB", name: "United Kingdom", zone: "World" }],
  taxRates: [{ name: "None", percentage: 0 }],
  shippingMethods: [{ name: "Free", price: 0 }],
  paymentMethods: ["hosted", "subscription"].map((value) => ({
    name: value,
    handler: { code: "pay-index", arguments: [{ name: "variant", value }] },
  })),
  collections: [],
};

const products = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets,variant:payIndexPlan
"Reading lamp","lamp","","","","","","lamp","42.50","None","1000","true","","",""
"Tea each month","tea","","","","","","tea","19.99","None","1000","true","","","tea"`;

const app = await bootstrap(config);
const ctx = await app.get(RequestContextService).create({ apiType: "admin", languageCode: LanguageCode.en });
await app.get(Populator).populateInitialData(initialData);
await new Promise<void>((complete, error) => {
  app.get(Importer).parseAndImport(products, ctx, false).subscribe({ complete, error });
});
console.log("shop: ready");
