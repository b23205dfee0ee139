import { toAmountText, variants } from "@pay-index/core";
import { countries } from "@pay-index-apps/demo/pages/buyer-fields";
import { catalog, currency } from "../catalog.ts";

/** What a new shop begins with: where it sells, what tax and parcels cost, what it sells, and how it can be paid. */
const toDecimalText = (minor: number) => toAmountText({ minor, currency });

/** Medusa writes codes small. */
export const currencyCode = currency.toLowerCase();
export const countryCodes = countries.map((code) => code.toLowerCase());

/** Prices are net, and tax comes on top. */
export const taxRate = { name: "Standard tax", code: "standard", rate: 20 };

/** Net prices, as decimal text. */
export const shippingOptions = [
  { name: "By post", code: "post", amount: toDecimalText(500) },
  { name: "By courier, tomorrow", code: "courier", amount: toDecimalText(1500) },
];

/** One payment provider for each variant, as `payIndexProviders` makes them. In a shop of your own you add them in the admin. */
export const paymentProviders = variants.map((variant) => `pp_pay-index_${variant}`);

export const products = catalog.map(({ id, name, says, price, plan }) => ({
  id,
  name,
  says,
  amount: toDecimalText(price),
  plan,
}));

export const stockedQuantity = 1_000_000;
