import { describe, expect, test } from "vitest";
import { buildSaleDraftFromCart, type SaleParts } from "../../../src/entries/adapter.ts";
import { checkSale } from "../../../src/entries/protocol.ts";
import { money, variants } from "../../../src/index.ts";

const billing = {
  firstName: "Ada",
  lastName: "Lovelace",
  street1: "1 High Street",
  street2: " ",
  city: "London",
  postcode: "N1",
  state: null,
  country: "gb",
  phone: "5550100",
};
const shipping = { ...billing, street1: "2 Low Street", country: "fr", phone: "5550199" };

const parts: SaleParts = {
  tenant: "default",
  merchantTenant: "fr",
  reference: "order-1",
  amount: money(4498, "USD"),
  buyer: { email: "ada@example.com", ip: "203.0.113.7", userAgent: "Mozilla/5.0", language: "fr" },
  billing,
  shipping,
  lines: [
    { name: "Tea", sku: "TEA", quantity: 2, total: 3998 },
    { name: "Shipping", quantity: 1, total: 500 },
  ],
  itemName: "Order 1",
  snapshot: { cart: "c1" },
};

const hosted = (changes: Partial<SaleParts> = {}) =>
  buildSaleDraftFromCart({ ...parts, ...changes }, { variant: "hosted" });

test("a sale is built from the parts of a cart, without blank fields", () => {
  expect(hosted()).toEqual({
    tenant: "default",
    merchantTenant: "fr",
    reference: "order-1",
    variant: "hosted",
    amount: money(4498, "USD"),
    buyer: {
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
      phone: "5550100",
      country: "GB",
      ip: "203.0.113.7",
      userAgent: "Mozilla/5.0",
      language: "fr",
    },
    billing: { street1: "1 High Street", city: "London", postcode: "N1" },
    shipping: {
      firstName: "Ada",
      lastName: "Lovelace",
      street1: "2 Low Street",
      city: "London",
      postcode: "N1",
      country: "FR",
      phone: "5550199",
    },
    items: [
      { name: "Tea", sku: "TEA", price: 1999, quantity: 2 },
      { name: "Shipping", price: 500, quantity: 1 },
    ],
    snapshot: { cart: "c1" },
  });
});

test.each(variants.filter((variant) => variant !== "card" && variant !== "subscription"))(
  "the draft of the variant %s is a sale that core accepts",
  (variant) => {
    const draft = buildSaleDraftFromCart(parts, { variant, apmMethod: "alipay", appScheme: "shop" });
    expect(checkSale(draft as never, new Date()).warnings).toEqual([]);
    expect("method" in draft).toBe(variant === "apm");
  },
);

test("a subscription has no shipping address: the gateway has no field for it", () => {
  expect(buildSaleDraftFromCart(parts, { variant: "subscription" })).not.toHaveProperty("shipping");
});

describe("the buyer", () => {
  test("a billing address without a country is replaced by the shipping address", () => {
    const draft = hosted({ billing: { firstName: "Bea", country: " " } });
    expect(draft).toMatchObject({
      buyer: { firstName: "Ada", country: "FR" },
      billing: { street1: "2 Low Street" },
    });
  });

  test("the name of the account is used before the name of the address", () => {
    expect(hosted({ buyer: { firstName: "Grace", lastName: "Hopper" } }).buyer).toMatchObject({
      firstName: "Grace",
      lastName: "Hopper",
    });
  });

  test.each([
    ["of the billing address", {}, "5550100"],
    ["of the account", { billing: { ...billing, phone: "" }, buyer: { phone: "5550150" } }, "5550150"],
    ["of the shipping address", { billing: { ...billing, phone: null } }, "5550199"],
  ])("the telephone number is the one %s", (_name, changes, phone) => {
    expect(hosted(changes).buyer).toMatchObject({ phone });
  });

  test("unknown fields are missing, not empty", () => {
    expect(hosted({ buyer: {}, billing: undefined, shipping: undefined })).toMatchObject({
      buyer: {},
      billing: {},
      shipping: {},
    });
  });
});

describe("the items add up to the amount", () => {
  const whole = [{ name: "Order 1", price: 4498, quantity: 1 }];

  test.each<[string, SaleParts["lines"], object[]]>([
    ["lines that do not add up are one item", [{ name: "Tea", quantity: 1, total: 1 }], whole],
    ["lines without prices in minor units are one item", undefined, whole],
    [
      "a line below zero is taken off the others (PROD-SPREAD)",
      [
        { name: "Tea", quantity: 1, total: 5000 },
        { name: "Credit", quantity: 1, total: -502 },
      ],
      [{ name: "Tea", price: 4498, quantity: 1 }],
    ],
    [
      "a line that its pieces cannot add up to is one piece",
      [{ name: "Tea", sku: "TEA", quantity: 3, total: 4498 }],
      [{ name: "Tea × 3", sku: "TEA", price: 4498, quantity: 1 }],
    ],
    [
      "half a pound is one piece",
      [{ name: "Tea", quantity: 0.5, total: 4498 }],
      [{ name: "Tea × 0.5", price: 4498, quantity: 1 }],
    ],
    [
      "a line without pieces is left out",
      [
        { name: "Gone", quantity: 0, total: 0 },
        { name: "Green\n tea ", quantity: 1, total: 4498 },
      ],
      [{ name: "Green tea", price: 4498, quantity: 1 }],
    ],
    [
      "a long name is cut between characters",
      [{ name: "😀".repeat(300), quantity: 1, total: 4498 }],
      [{ name: "😀".repeat(240), price: 4498, quantity: 1 }],
    ],
  ])("%s", (_name, lines, items) => {
    expect(hosted({ lines }).items).toEqual(items);
  });
});
