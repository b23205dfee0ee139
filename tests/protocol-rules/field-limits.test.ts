import type { Sandbox } from "@pay-index/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { planTypes } from "../../packages/core/src/protocol/sale/plan.ts";
import { type Variant, variants } from "../../packages/core/src/protocol/sale/sale.ts";
import type { SaleSettings } from "../../packages/core/src/protocol/sale/sale-form.ts";
import { completeSales, minimalSales } from "../../packages/core/test/protocol/sale/example-sales.ts";
import {
  changedSale,
  createForm,
  type Fields,
  minimalForm,
  openSandbox,
  postForm,
  signedForm,
} from "./sale-form-helpers.ts";

type Value = string | number;

interface Field {
  readonly variant: Variant;
  /** How a value changes a sale, as the shop writes it, and the form, as the gateway reads it. */
  readonly change: (value: Value) => {
    readonly sale: Readonly<Record<string, unknown>>;
    readonly form: Fields;
  };
}

interface FieldLimit extends Field {
  /** The last values inside the limit. */
  readonly inside: readonly Value[];
  /** The first values outside of it. */
  readonly outside: readonly Value[];
}

const plan = JSON.parse(minimalForm("subscription").subscription_plan ?? "") as object;
const inPlan = (path: string, wire: string, write: (value: Value) => Value = (value) => value): Field => ({
  variant: "subscription",
  change: (value) => ({
    sale: { [`plan.${path}`]: value },
    form: { subscription_plan: JSON.stringify({ ...plan, [wire]: write(value) }) },
  }),
});
const pieces: Field = {
  variant: "hosted",
  change: (quantity) => ({
    sale: { items: [{ name: "Tea", price: 1, quantity: Number(quantity) }] },
    form: {
      pay_productname: JSON.stringify([{ productName: "Tea", price: "0.01", quantity: `${quantity}` }]),
    },
  }),
};
const withPoint = (text: string, decimals: number) =>
  decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
const amount = (currency: string, decimals: number): Field => ({
  variant: "hosted",
  change: (minor) => ({
    sale: { amount: { minor, currency } },
    form: {
      pay_amount: withPoint(String(minor).padStart(decimals + 1, "0"), decimals),
      pay_currency: currency,
    },
  }),
});

const largest = Number.MAX_SAFE_INTEGER;

const limits: Readonly<Record<string, FieldLimit>> = {
  "attempts of a plan (PLAN-ATTEMPTS)": {
    ...inPlan("attempts", "attempts", String),
    inside: [1, 100],
    outside: [0, 101],
  },
  "seconds between them (PLAN-INTERVAL)": {
    ...inPlan("intervalTime", "interval_time"),
    inside: [1, 2_592_000],
    outside: [0, 2_592_001],
  },
  "cycles of a plan (PLAN-COUNT)": {
    ...inPlan("totalCount", "total_count"),
    inside: [1, 10_000],
    outside: [0, 10_001],
  },
  "an amount of dollars (REQ-AMOUNT)": { ...amount("USD", 2), inside: [1, largest], outside: [0] },
  "an amount of yen (REQ-AMOUNT)": { ...amount("JPY", 0), inside: [1, largest], outside: [0, largest * 10] },
  "an amount of dinars (REQ-AMOUNT)": { ...amount("KWD", 3), inside: [1, largest], outside: [] },
  "the quantity of an item (PROD-ITEM)": {
    ...pieces,
    inside: [1, largest],
    outside: [0, "9007199254740992"],
  },
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const isTaken = async (form: Fields) => (await postForm(sandbox.url, form)).status !== "error";

test.each(Object.entries(limits))(
  "core and the sandbox have the same limits for %s",
  async (_, { variant, change, inside, outside }) => {
    for (const { sale, form } of inside.map(change)) {
      const sent = createForm(changedSale(completeSales[variant], sale));
      if (variant !== "subscription") expect(sent).toMatchObject(form);
      expect(await isTaken(sent), JSON.stringify(form)).toBe(true);
    }
    for (const { sale, form } of outside.map(change)) {
      expect(() => createForm(changedSale(completeSales[variant], sale)), JSON.stringify(form)).toThrow();
      const odd = signedForm({ ...minimalForm(variant), ...form }, variant);
      expect(await isTaken(odd), JSON.stringify(form)).toBe(false);
    }
  },
);

test.each(variants)(
  "the sandbox accepts the fullest and the shortest form of core, %s (REQ-REQUIRED)",
  async (variant) => {
    for (const sale of [completeSales[variant], minimalSales[variant]])
      expect(await isTaken(createForm(sale))).toBe(true);
  },
);

test.each<[Variant, Readonly<Record<string, unknown>>, Partial<SaleSettings>?]>([
  ["hosted", { "buyer.firstName": "Łucja 李 😀", "buyer.phone": "+44 (0)20 7946" }],
  ["hosted", { "buyer.email": "a+b@mail.example", "buyer.language": "de-CH,de;q=0.9" }],
  ["hosted", { "buyer.ip": "2001:db8::7", website: "http://shop.example/a" }],
  ["hosted", { shipping: { city: "Leeds", country: "IE" }, "billing.postcode": "N1 9GU" }],
  ["hosted", {}, { timeZone: "Asia/Shanghai" }],
  ["card", { "card.number": "4242 4242-4242 4242" }],
  ["card", { items: [{ name: "Tea", price: 1999, quantity: 1, sku: "T-1", attributes: "red" }] }],
  ["subscription", {}, { planEncoding: "array" }],
  ...planTypes.map((type): [Variant, { "plan.type": string }] => ["subscription", { "plan.type": type }]),
])(
  "the sandbox accepts what core sends: %s, %o (REQ-BUYER, REQ-SHIPPING, PLAN-TYPE)",
  async (variant, changes, settings = {}) => {
    expect(await isTaken(createForm(changedSale(minimalSales[variant], changes), { settings }))).toBe(true);
  },
);

const text = (length: number) => "t".repeat(length);

// SPEC has no lengths of texts. Core's are ours, so the sandbox must take whatever core sends.
test("the sandbox takes the longest texts that core takes (REQ-BUYER, PROD-ITEM, PLAN-KEYS)", async () => {
  const longest = changedSale(completeSales.subscription, {
    "buyer.firstName": text(255),
    "buyer.lastName": text(255),
    "buyer.email": `${text(252)}@b`,
    "buyer.phone": "1".repeat(50),
    "buyer.userAgent": text(600),
    "billing.street1": text(500),
    website: `https://shop.example/${text(2027)}`,
    "plan.name": text(255),
    "plan.description": text(1000),
    items: Array.from({ length: 500 }, (_, index) => ({
      name: "Tea",
      price: 1,
      quantity: 1,
      sku: `${index}`,
    })),
  });
  expect(await postForm(sandbox.url, createForm(longest))).toMatchObject({ status: 0 });
});
