import fc from "fast-check";
import { CardDetails } from "../../src/protocol/sale/card.ts";
import type { Sale, Variant } from "../../src/protocol/sale/sale.ts";

const character = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }) },
  fc.constantFrom("&", "=", "%", "+", '"', "\\", "<", "é", "李", "😀", "\u202e", "0"),
);

/** One line of text as shops have it: trimmed, no control characters. */
export const line = fc
  .string({ unit: character, minLength: 1, maxLength: 12 })
  .map((text) => text.replace(/\p{Cc}/gu, "x").trim())
  .filter((text) => text !== "");

const country = fc.constantFrom("GB", "IE", "CN", "US");
const part = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const present = <Shape extends object>(shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape;

const lines = {
  street1: part(line),
  street2: part(line),
  city: part(line),
  postcode: part(line),
  state: part(line),
};
const billing = fc.record(lines).map(present);
const shipping = fc
  .record({
    ...lines,
    firstName: part(line),
    lastName: part(line),
    country: part(country),
    phone: part(line),
  })
  .map(present);

export const item = fc
  .record({
    name: line,
    price: fc.nat(1_000_000),
    quantity: fc.integer({ min: 1, max: 999 }),
    sku: part(line),
    image: part(fc.webUrl({ validSchemes: ["http", "https"] })),
    attributes: part(line),
  })
  .map(present);

export const plan = fc
  .record({
    id: fc.uuid(),
    name: line,
    type: fc.constantFrom("weekly" as const, "monthly" as const, "quarterly" as const, "yearly" as const),
    description: line,
    attempts: fc.integer({ min: 1, max: 100 }),
    firstPeriodAmount: part(fc.integer({ min: 1, max: 1_000_000 })),
    intervalTime: part(fc.integer({ min: 1, max: 1_000_000 })),
    totalCount: part(fc.integer({ min: 1, max: 1000 })),
  })
  .map(present);

const buyer = fc
  .record({
    firstName: line,
    lastName: line,
    email: fc.emailAddress(),
    phone: fc.stringMatching(/^\+?[0-9]{3,14}$/),
    country,
    ip: fc.oneof(fc.ipV4(), fc.ipV6()),
    userAgent: line,
    language: part(line),
  })
  .map(present);

const card = fc
  .record({
    number: fc.stringMatching(/^[0-9]{12,19}$/),
    month: fc.constantFrom("01", "09", "12"),
    year: fc.constantFrom("2030", "2099"),
    cvv: fc.stringMatching(/^[0-9]{3,4}$/),
  })
  .map((input) => CardDetails.of(input));

export const currency = fc.constantFrom("JPY", "USD", "KWD", "CLF");
const common = {
  reference: line,
  amount: fc.record({ minor: fc.integer({ min: 1, max: 1_000_000_000 }), currency }),
  buyer,
  billing: part(billing),
  website: part(fc.webUrl({ validSchemes: ["http", "https"] })),
};
const items = fc.array(item, { minLength: 1, maxLength: 3 });
const own: Readonly<Record<Variant, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  card: { items, shipping: part(shipping), card },
  hosted: { items: part(items), shipping: part(shipping) },
  link: { items: part(items), shipping: part(shipping) },
  subscription: { items, card, plan },
  apm: {
    items: part(items),
    shipping: part(shipping),
    method: part(line),
    appScheme: part(fc.constantFrom("myshop", "my-shop://pay")),
  },
};

/** Any sale of the variant that a shop may make. */
export function anySale(variant: Variant): fc.Arbitrary<Sale> {
  const fields = { variant: fc.constant(variant), ...common, ...own[variant] };
  return fc
    .record(fields as Record<string, fc.Arbitrary<unknown>>)
    .map((sale) => present(sale) as unknown as Sale);
}
