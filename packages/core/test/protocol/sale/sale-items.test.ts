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

test.each([
  ["JPY", "1999"],
  ["USD", "19.99"],
  ["KWD", "1.999"],
  ["CLF", "0.1999"],
])("a price in %s is %s (MON-EXPONENT)", (currency, price) => {
  expect(JSON.parse(formatProductList([full], amountsIn(currency)))).toMatchObject([{ price }]);
});

test.each([" 1", "1 ", "\t1\n", "1", "01"])("the quantity %j is one piece (PROD-ITEM)", (quantity) => {
  const item = saleItemSchema().parse({ name: "Tea", price: 1999, quantity });
  expect(item.quantity).toBe(1);
  expect(JSON.parse(formatProductList([item], amountsIn("USD")))).toMatchObject([{ quantity: "1" }]);
});

test.each<[string, unknown]>([
  ["name", ""],
  ["name", undefined],
  ["price", 1.5],
  ["price", -1],
  ["price", "19.99"],
  ["quantity", 0],
  ["quantity", 1.5],
  ["quantity", "1.5"],
  ["quantity", " 0 "],
  ["quantity", "1 2"],
  ["quantity", "1e3"],
  ["quantity", " "],
  ["quantity", "9".repeat(17)],
  ["quantity", null],
  ["image", "tea.png"],
  ["image", "javascript:alert(1)"],
  ["image", "https://shop.example/\u0000"],
  ["productName", "Tea"],
])("%s of %j is refused", (name, value) => {
  expect(saleItemSchema().safeParse({ name: "Tea", price: 1, quantity: 1, [name]: value }).success).toBe(
    false,
  );
});

test("items add up in minor units", () => {
  expect(sumOfItems([full, { name: "Cup", price: 500, quantity: 3 }])).toBe(1999 * 2 + 1500);
});
