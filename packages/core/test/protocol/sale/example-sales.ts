import { money } from "../../../src/protocol/money/money.ts";
import { CardDetails } from "../../../src/protocol/sale/card.ts";
import type { Sale, Variant } from "../../../src/protocol/sale/sale.ts";
import type { SaleFormAttempt, SaleSettings } from "../../../src/protocol/sale/sale-form.ts";
import { Secret } from "../../../src/secret.ts";

export const now = new Date("2026-03-01T12:00:00Z");

export const exampleCard = (changed: Partial<Parameters<typeof CardDetails.of>[0]> = {}) =>
  CardDetails.of({ number: "4242424242424242", month: "12", year: "2030", cvv: "987", ...changed });

const items = [{ name: "Tea", price: 1999, quantity: 1 }];

const plan = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  name: "Tea monthly",
  type: "monthly" as const,
  description: "A box of tea each month",
  attempts: 3,
};

const buyer = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@shop.example",
  phone: "020 7946 0000",
  country: "GB",
  ip: "192.0.2.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
};

const common = { reference: "order-1", amount: money(1999, "USD"), buyer };

const billing = {
  street1: "1 Square",
  street2: "Flat 2",
  city: "London",
  postcode: "N1 9GU",
  state: "Greater London",
};
const shipping = {
  firstName: "Charles",
  lastName: "Babbage",
  street1: "2 Lane",
  street2: "Yard 3",
  city: "Leeds",
  state: "Yorkshire",
  postcode: "LS1 1UR",
  country: "IE",
  phone: "0113 496 0000",
};

type SaleOf<Name extends Variant> = Extract<Sale, { variant: Name }>;

/** The least that each variant needs. */
export const minimalSales: { readonly [Name in Variant]: SaleOf<Name> } = {
  card: { ...common, variant: "card", items, card: exampleCard() },
  hosted: { ...common, variant: "hosted" },
  link: { ...common, variant: "link" },
  subscription: { ...common, variant: "subscription", items, card: exampleCard(), plan },
  apm: { ...common, variant: "apm" },
};

const full = { ...common, website: "https://shop.example", billing, shipping, items };

/** All that each variant can say. */
export const completeSales: { readonly [Name in Variant]: SaleOf<Name> } = {
  card: { ...full, variant: "card", card: exampleCard() },
  hosted: { ...full, variant: "hosted" },
  link: { ...full, variant: "link" },
  subscription: {
    ...common,
    website: "https://shop.example",
    billing,
    items,
    variant: "subscription",
    card: exampleCard(),
    plan: { ...plan, firstPeriodAmount: 100, intervalTime: 60, totalCount: 6 },
  },
  apm: { ...full, variant: "apm", method: "alipay", appScheme: "myshop://pay" },
};

export const exampleSettings: SaleSettings = {
  merchantId: "10002",
  key: new Secret("k-hosted"),
  bankCode: "901",
  website: "https://default.example",
  language: "en",
  system: "pay-index",
  timeZone: "UTC",
  planEncoding: "object",
  amountDecimals: "currency",
};

export const exampleFormAttempt: SaleFormAttempt = {
  attemptId: "00000000000000000001",
  notifyUrl: "https://shop.example/pay/notify/00000000000000000001/N",
  returnUrl: "https://shop.example/pay/return/00000000000000000001/R",
  now,
};
