import { money, type SaleItem } from "@pay-index/core";
import { buildSaleDraftFromCart } from "@pay-index/core/adapter";
import { expect, test } from "vitest";
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

const buyerless = { reference: "cart_1", buyer: {}, billing: undefined, shipping: undefined };

test("names that staff wrote in two lines, or left out, are sent in one line, or replaced", () => {
  const amount = money(4498, "USD");
  const cart = {
    items: [{ ...tea, product_title: "Green\n tea ", variant_sku: null }],
    shipping_methods: [{ id: "casm_1", name: " ", total: 5 }],
  };
  const parts = { ...buyerless, amount, lines: toSaleLines(cart, amount), itemName: "Order" };
  expect(buildSaleDraftFromCart(parts, { variant: "hosted" }).items).toMatchObject([
    { name: "Green tea (S)", price: 1999, quantity: 2 },
    { name: "Shipping", price: 500 },
  ]);
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
