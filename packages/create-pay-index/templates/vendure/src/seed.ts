// The data of a new shop. In your own shop, add them in the admin.
import {
  CountryService,
  Importer,
  type InitialData,
  LanguageCode,
  Populator,
  RequestContextService,
} from "@vendure/core";

/** The code of the payment method: the storefront starts payments with it. */
export const paymentMethod = "pay-online";

const initialData: InitialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "World",
  countries: [{ code: "GB", name: "United Kingdom", zone: "World" }],
  taxRates: [{ name: "VAT", percentage: 20 }],
  shippingMethods: [{ name: "Post", price: 350 }],
  paymentMethods: [
    {
      name: paymentMethod,
      // The variant decides how buyers pay: here on the payment page of the gateway.
      handler: { code: "pay-index", arguments: [{ name: "variant", value: "hosted" }] },
    },
  ],
  collections: [],
};

const products = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets
"Reading lamp","lamp","","","","","","lamp","42.50","VAT","1000","true","",""`;

/** Fills the database of a new shop. */
export async function seed(
  app: Awaited<ReturnType<typeof import("@vendure/core").bootstrap>>,
): Promise<void> {
  const ctx = await app
    .get(RequestContextService)
    .create({ apiType: "admin", languageCode: LanguageCode.en });
  const { totalItems } = await app.get(CountryService).findAll(ctx);
  if (totalItems > 0) return;
  await app.get(Populator).populateInitialData(initialData);
  await new Promise<void>((complete, error) => {
    app.get(Importer).parseAndImport(products, ctx, false).subscribe({ complete, error });
  });
}
