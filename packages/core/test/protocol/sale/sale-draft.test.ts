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

const tea = { name: "Tea", quantity: 1, total: 4498 };

test.each<[string, SaleParts["lines"], object]>([
  ["lines that do not add up are one item", [{ ...tea, total: 1 }], { name: "Order 1" }],
  ["lines without prices in minor units are one item", undefined, { name: "Order 1" }],
  [
    "a line that its pieces cannot add up to is one piece",
    [{ ...tea, sku: "TEA", quantity: 3 }],
    { name: "Tea × 3", sku: "TEA" },
  ],
  ["half a pound is one piece", [{ ...tea, quantity: 0.5 }], { name: "Tea × 0.5" }],
  ["a line without pieces is left out", [{ ...tea, quantity: 0, total: 0 }, tea], { name: "Tea" }],
  ["a name is one line", [{ ...tea, name: "Green\n tea " }], { name: "Green tea" }],
  ["a long name is cut between characters", [{ ...tea, name: "😀".repeat(300) }], { name: "😀".repeat(240) }],
])("the items add up to the amount: %s", (_name, lines, item) => {
  expect(hosted({ lines }).items).toEqual([{ price: 4498, quantity: 1, ...item }]);
});
