import { money, type SaleItem } from "@pay-index/core";
import { buildSaleDraftFromCart } from "@pay-index/core/adapter";
import { describe, expect, test } from "vitest";
import type { CartItem } from "../src/checkout-cart.ts";
import { checkOptions } from "../src/options.ts";
import { saleItemOptionsOfPlugin, toSaleLines } from "../src/sale-parts.ts";

const tea: CartItem = {
  id: "cali_1",
  product_title: "Tea",
  title: "S",
  variant_sku: "TEA-S",
  variant_id: "variant_1",
  quantity: 2,
  unit_price: 19.99,
  total: 39.98,
  requires_shipping: true,
};
const post = { id: "casm_1", name: "Post", total: 5 };

const sumOf = (items: readonly SaleItem[]) =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

const buyerless = { reference: "cart_1", buyer: {}, billing: undefined, shipping: undefined };

describe("the items of the sale add up to the amount", () => {
  test.each<[string, Parameters<typeof toSaleLines>[0] & { readonly minor: number }, readonly object[]]>([
    [
      "a credit that pays a part of the cart is spread over the lines (PROD-SPREAD)",
      { items: [tea], shipping_methods: [post], minor: 1000 },
      [
        { name: "Tea (S) × 2", price: 889, quantity: 1 },
        { name: "Post", price: 111, quantity: 1 },
      ],
    ],
    [
      "the picture and the options of the variant (PROD-ITEM)",
      {
        items: [
          {
            ...tea,
            thumbnail: "https://shop.example/tea.png",
            variant: {
              options: [
                { value: "S", option: { title: "Size" } },
                { value: "Green", option: { title: "Colour" } },
              ],
            },
          },
        ],
        shipping_methods: [],
        minor: 3998,
      },
      [{ image: "https://shop.example/tea.png", attributes: "Colour: Green, Size: S" }],
    ],
    [
      "names that staff wrote in two lines, or left out",
      {
        items: [{ ...tea, product_title: "Green\n tea ", variant_sku: null }],
        shipping_methods: [{ ...post, name: " " }],
        minor: 4498,
      },
      [{ name: "Green tea (S)" }, { name: "Shipping" }],
    ],
  ])("%s", (_what, { minor, ...cart }, shown) => {
    const amount = money(minor, "USD");
    const parts = { ...buyerless, amount, lines: toSaleLines(cart, amount), itemName: "Order" };
    const items = buildSaleDraftFromCart(parts, { variant: "hosted" }).items ?? [];
    expect(items).toMatchObject(shown);
    expect(sumOf(items)).toBe(minor);
  });
});

test("the options set the decimals and the details of the items (MON-SENT, PROD-CHANGE)", () => {
  const options = checkOptions({
    gateway: "https://gateway.example",
    publicUrl: "https://api.shop.example/hooks/pay-index",
    merchants: [{ id: "1", key: "a-key-that-nobody-may-see" }],
    orderPage: () => "/order",
    amountDecimals: 2,
    changeItem: (item: SaleItem) => ({ name: `My ${item.name}` }),
  });
  const amount = money(3990, "KWD");
  const cup = { ...tea, quantity: 1, total: "1.995" };
  const lines = toSaleLines({ items: [cup, { ...cup, title: "M" }], shipping_methods: [] }, amount);
  const parts = { ...buyerless, ...saleItemOptionsOfPlugin(options), amount, lines, itemName: "Order" };
  expect(buildSaleDraftFromCart(parts, { variant: "hosted" }).items).toEqual([
    { name: "My Tea (S)", price: 2000, quantity: 1 },
    { name: "My Tea (M)", price: 1990, quantity: 1 },
  ]);
});
