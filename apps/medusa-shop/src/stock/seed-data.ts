import { toAmountText, variants } from "@pay-index/core";
import { deliveryCountryCodes } from "@pay-index-apps/demo/pages/buyer-fields";
import { catalog, currency } from "../catalog.ts";

/** The data of a new shop: its region, taxes, shipping, products and payment providers. */
const toDecimalText = (minor: number) => toAmountText({ minor, currency });

/** Medusa uses lower-case currency codes. */
export const currencyCode = currency.toLowerCase();
export const countryCodes = deliveryCountryCodes.map((code) => code.toLowerCase());

/** Prices are net. Tax is added. */
export const taxRate = { name: "Standard tax", code: "standard", rate: 20 };

/** Net prices, as decimal text. */
export const shippingOptions = [
  { name: "By post", code: "post", amount: toDecimalText(500) },
  { name: "By courier, tomorrow", code: "courier", amount: toDecimalText(1500) },
];

/**
 * One payment provider for each variant, as `payIndexProviders` creates them. In your own shop, add them in the admin.
 */
export const paymentProviderIds = variants.map((variant) => `pp_pay-index_${variant}`);

export const products = catalog.map(({ id, name, says, price, plan }) => ({
  id,
  name,
  says,
  amount: toDecimalText(price),
  plan,
}));

export const stockedQuantity = 1_000_000;

/** A member of staff. In your own shop, create users with `medusa user`. */
export const staffLogin = { email: "staff@example.com", password: "sandbox-staff" };
