import { toAmountText, variants } from "@pay-index/core";
import { payIndexHandler } from "@pay-index/vendure";
import { countryNames, deliveryCountryCodes } from "@pay-index-apps/demo/pages/buyer-fields";
import { type InitialData, LanguageCode } from "@vendure/core";
import { catalog, currency } from "./catalog.ts";

/** The data of a new shop: its countries, taxes, shipping and payment methods. */
export const initialData: InitialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "World",
  countries: deliveryCountryCodes.map((code) => ({
    code,
    name: countryNames.of(code) ?? code,
    zone: "World",
  })),
  taxRates: [{ name: "Standard tax", percentage: 20 }],
  // Net prices, in whole minor units.
  shippingMethods: [
    { name: "By post", price: 500, taxRate: 20 },
    { name: "By courier, tomorrow", price: 1500, taxRate: 20 },
  ],
  // A payment method has one variant. Its code is the variant's name, which the storefront uses, such as "hosted".
  paymentMethods: variants.map((variant) => ({
    name: variant,
    handler: {
      code: payIndexHandler.code,
      arguments: [
        { name: "variant", value: variant },
        { name: "apmMethod", value: "" },
      ],
    },
  })),
  collections: [],
};

/** Returns the catalog in Vendure's import format. Its prices are net, and tax is added. */
export function createProductsCsv(): string {
  const head = [
    "name,slug,description,assets,facets,optionGroups,optionValues",
    "sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets,variant:payIndexPlan",
  ].join(",");
  const rows = catalog.map(({ id, name, says, price, plan = "" }) =>
    [
      name,
      id,
      says,
      "",
      "",
      "",
      "",
      id,
      toDecimalText(price),
      "Standard tax",
      "1000000",
      "true",
      "",
      "",
      plan,
    ]
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(","),
  );
  return [head, ...rows].join("\n");
}

function toDecimalText(minor: number): string {
  return toAmountText({ minor, currency });
}
