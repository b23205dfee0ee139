import { expect, test } from "vitest";
import { formatProductList, saleItemSchema, sumOfItems } from "../../../src/protocol/sale/sale-items.ts";
import { amountsIn } from "./amount-formatter.ts";

const full = saleItemSchema().parse({
  name: "Tea “Earl Grey” 茶 🍵",
  price: 1999,
  quantity: 2,
  sku: "tea-1",
  image: "https://shop.example/tea.png",
  attributes: "loose, 100 g",
});

test("names are case-sensitive, price and quantity are text (PROD-ITEM, PROD-CASE, REQ-PRODUCTS)", () => {
  expect(JSON.parse(formatProductList([full], amountsIn("USD")))).toEqual([
    {
      sku: "tea-1",
      productName: "Tea “Earl Grey” 茶 🍵",
      productImage: "https://shop.example/tea.png",
      attributes: "loose, 100 g",
      price: "19.99",
      quantity: "2",
    },
  ]);
});

test("the product list omits fields that an item does not have (PROD-ITEM)", () => {
  const list = formatProductList(
    [saleItemSchema().parse({ name: "Tea", price: 0, quantity: 1 })],
    amountsIn("JPY"),
  );
  expect(list).toBe('[{"productName":"Tea","price":"0","quantity":"1"}]');
});

test.each([" 1", "1 ", "\t1\n", "1", "01"])("the quantity %j is one piece (PROD-ITEM)", (quantity) => {
  const item = saleItemSchema().parse({ name: "Tea", price: 1999, quantity });
  expect(item.quantity).toBe(1);
  expect(JSON.parse(formatProductList([item], amountsIn("USD")))).toMatchObject([{ quantity: "1" }]);
});

test("items add up in minor units", () => {
  expect(sumOfItems([full, { name: "Cup", price: 500, quantity: 3 }])).toBe(1999 * 2 + 1500);
});
