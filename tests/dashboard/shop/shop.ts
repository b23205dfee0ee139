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
  paymentMethods: [
    {
      name: "hosted",
      handler: { code: "pay-index", arguments: [{ name: "variant", value: "hosted" }] },
    },
  ],
  collections: [],
};

const products = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets
"Reading lamp","lamp","","","","","","lamp","42.50","None","1000","true","",""`;

const app = await bootstrap(config);
const ctx = await app.get(RequestContextService).create({ apiType: "admin", languageCode: LanguageCode.en });
await app.get(Populator).populateInitialData(initialData);
await new Promise<void>((complete, error) => {
  app.get(Importer).parseAndImport(products, ctx, false).subscribe({ complete, error });
});
console.log("shop: ready");
