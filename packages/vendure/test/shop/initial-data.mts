import type { InitialData } from "@vendure/core";

const countries = ["GB", "US", "JP", "KW", "EG", "CN", "DE", "FR", "GR", "IL", "SA", "BR", "IN", "TH", "AE"];
const variants = ["hosted", "link", "apm", "card", "subscription"];

/** As little as lets a Vendure shop sell: no tax, free delivery, and one payment method for each variant. */
export const initialData: InitialData = {
  defaultLanguage: "en" as InitialData["defaultLanguage"],
  defaultZone: "World",
  countries: countries.map((code) => ({ code, name: code, zone: "World" })),
  taxRates: [{ name: "None", percentage: 0 }],
  shippingMethods: [{ name: "Free", price: 0 }],
  paymentMethods: variants.map((variant) => ({
    name: variant,
    handler: { code: "pay-index", arguments: [{ name: "variant", value: variant }] },
  })),
  collections: [],
};
