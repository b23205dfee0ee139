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

/** A value on one side of a limit: as the shop writes it, and as the gateway reads it. */
interface LimitValue {
  readonly sale: Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, string>>;
}

interface FieldLimit {
  readonly name: string;
  readonly variant: Variant;
  /** The last values inside the limit. */
  readonly inside: readonly LimitValue[];
  /** The first values outside of it. */
  readonly outside: readonly LimitValue[];
}

const plan = JSON.parse(minimalForm("subscription").subscription_plan ?? "") as object;
const inPlan = (core: string, wire: string, write: (value: number) => string | number = (value) => value) => {
  return (value: number): LimitValue => ({
    sale: { [`plan.${core}`]: value },
    form: { subscription_plan: JSON.stringify({ ...plan, [wire]: write(value) }) },
  });
};
const attempts = inPlan("attempts", "attempts", String);
const interval = inPlan("intervalTime", "interval_time");
const cycles = inPlan("totalCount", "total_count");

const onCard = (core: string, field: string) => {
  return (value: string): LimitValue => ({ sale: { [`card.${core}`]: value }, form: { [field]: value } });
};
const cardNumber = onCard("number", "pay_cardno");
const month = onCard("month", "pay_cardmonth");
const year = onCard("year", "pay_cardyear");
const securityCode = onCard("cvv", "pay_cardcvv");

const pieces = (quantity: number | string): LimitValue => ({
  sale: { items: [{ name: "Tea", price: 1, quantity: Number(quantity) }] },
  form: { pay_productname: JSON.stringify([{ productName: "Tea", price: "0.01", quantity: `${quantity}` }]) },
});
const amount = (minor: number, currency: string, text: string): LimitValue => ({
  sale: { amount: { minor, currency } },
  form: { pay_amount: text, pay_currency: currency },
});
const email = (text: string): LimitValue => ({
  sale: { "buyer.email": text },
  form: { pay_email_address: text },
});
const appScheme = (text: string): LimitValue => ({
  sale: { appScheme: text },
  form: { pay_app_scheme: text },
});

const largest = Number.MAX_SAFE_INTEGER;

const limits: readonly FieldLimit[] = [
  {
    name: "attempts of a plan: 1 to 100 (PLAN-ATTEMPTS)",
    variant: "subscription",
    inside: [attempts(1), attempts(100)],
    outside: [attempts(0), attempts(101)],
  },
  {
    name: "seconds between them: 1 to thirty days (PLAN-INTERVAL)",
    variant: "subscription",
    inside: [interval(1), interval(2_592_000)],
    outside: [interval(0), interval(2_592_001)],
  },
  {
    name: "cycles of a plan: 1 to 10000 (PLAN-COUNT)",
    variant: "subscription",
    inside: [cycles(1), cycles(10_000)],
    outside: [cycles(0), cycles(10_001)],
  },
  {
    name: "digits of a card: 12 to 19 (REQ-CARDNO)",
    variant: "card",
    inside: [cardNumber("4".repeat(12)), cardNumber("4".repeat(19))],
    outside: [cardNumber("4".repeat(11)), cardNumber("4".repeat(20))],
  },
  {
    name: "its month: 01 to 12 (REQ-CARDMONTH)",
    variant: "card",
    inside: [month("01"), month("12")],
    outside: [month("00"), month("13"), month("1")],
  },
  {
    name: "its year: any four digits (REQ-CARDYEAR)",
    variant: "card",
    inside: [year("2100"), year("9999")],
    outside: [year("999"), year("10000"), year("210x")],
  },
  {
    name: "its security code: 3 or 4 digits (REQ-CARDCVV)",
    variant: "card",
    inside: [securityCode("000"), securityCode("9999")],
    outside: [securityCode("00"), securityCode("99999")],
  },
  {
    name: "an amount: from one minor unit to the largest exact number of them (REQ-AMOUNT)",
    variant: "hosted",
    inside: [
      amount(1, "USD", "0.01"),
      amount(1, "JPY", "1"),
      amount(1, "KWD", "0.001"),
      amount(largest, "USD", "90071992547409.91"),
      amount(largest, "JPY", "9007199254740991"),
      amount(largest, "KWD", "9007199254740.991"),
    ],
    outside: [amount(0, "USD", "0.00"), amount(0, "JPY", "0"), amount(largest * 10, "JPY", `${largest}0`)],
  },
  {
    name: "the quantity of an item: from 1 to the largest exact number (PROD-ITEM)",
    variant: "hosted",
    inside: [pieces(1), pieces(largest)],
    outside: [pieces(0), pieces("9007199254740992")],
  },
  {
    name: "an e-mail address: one @ between two texts (REQ-EMAIL)",
    variant: "hosted",
    inside: [email("a@b"), email("a@shop.example")],
    outside: [email("@b"), email("a@"), email("a@b@c"), email("a b@c")],
  },
  {
    name: "the scheme of an app: from one letter (REQ-APPSCHEME)",
    variant: "apm",
    inside: [appScheme("a"), appScheme(`a${"b".repeat(199)}`)],
    outside: [appScheme("1"), appScheme("-"), appScheme(`a${"b".repeat(200)}`)],
  },
];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const isTaken = async (form: Fields) => (await postForm(sandbox.url, form)).status !== "error";

test.each(limits)(
  "core and the sandbox have the same limits for $name",
  async ({ variant, inside, outside }) => {
    for (const { sale, form } of inside) {
      const sent = createForm(changedSale(completeSales[variant], sale));
      if (variant !== "subscription") expect(sent).toMatchObject(form);
      expect(await isTaken(sent), JSON.stringify(form)).toBe(true);
    }
    for (const { sale, form } of outside) {
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
