import { type DraftExample, type Rule, rule } from "../rule-types.ts";

const item = { name: "Tea", price: 1999, quantity: 1 };
const line = { name: "Tea", quantity: 1, total: 1999 };
const drafted = (lines: DraftExample["draft"], more: Omit<DraftExample, "draft">): DraftExample => ({
  draft: lines,
  ...more,
});

export const productRules: readonly Rule[] = [
  rule("PROD-ITEM", {
    accepted: [
      {
        sale: "card",
        with: { items: [{ ...item, sku: "T-1", image: "https://shop.example/t.png", attributes: "red" }] },
        form: {
          pay_productname:
            '[{"sku":"T-1","productName":"Tea","productImage":"https://shop.example/t.png","attributes":"red","price":"19.99","quantity":"1"}]',
        },
      },
      {
        sale: "card",
        with: { items: [{ ...item, quantity: " 1" }] },
        form: { pay_productname: '[{"productName":"Tea","price":"19.99","quantity":"1"}]' },
      },
    ],
    refused: [
      { sale: "card", with: { items: [{ price: 1, quantity: 1 }] }, problems: ["items.0.name"] },
      { sale: "card", with: { items: [{ ...item, quantity: 0 }] }, problems: ["items.0.quantity"] },
      { sale: "card", with: { items: [{ ...item, quantity: "1.5" }] }, problems: ["items.0.quantity"] },
      { sale: "card", with: { items: [{ ...item, quantity: " " }] }, problems: ["items.0.quantity"] },
      { sale: "card", with: { items: [{ ...item, price: 19.99 }] }, problems: ["items.0.price"] },
    ],
  }),
  rule("PROD-CASE", {
    refused: [
      {
        sale: "card",
        with: { items: [{ Name: "Tea", price: 1, quantity: 1 }] },
        problems: ["items.0.name", "items.0.Name"],
      },
    ],
  }),
  rule("PROD-SKU", {
    accepted: [
      {
        sale: "card",
        with: {
          items: [
            { ...item, price: 1000, sku: "T" },
            { ...item, price: 999, sku: "T" },
          ],
        },
        warnings: ["sku_repeated"],
      },
    ],
    refused: [
      {
        sale: "card",
        with: {
          items: [
            { ...item, price: 1000, sku: "T" },
            { ...item, price: 999, sku: "U" },
          ],
        },
        warnings: [],
      },
    ],
  }),
  rule("PROD-IMAGE", {
    accepted: [
      drafted([{ ...line, image: "https://shop.example/t.png" }], {
        images: ["https://shop.example/t.png"],
        warnings: [],
      }),
    ],
    refused: [
      drafted([{ ...line, image: "t.png" }], { images: [undefined], warnings: ["item_image_left_out"] }),
    ],
  }),
  rule("PROD-SPREAD", {
    accepted: [
      drafted([line, line, line], { amount: 100, prices: [34, 33, 33] }),
      drafted([line, { ...line, total: -999 }], { amount: 1000, prices: [1000] }),
    ],
    refused: [drafted([{ ...line, total: 100 }], { amount: 1999, names: ["Order"] })],
  }),
  rule("PROD-CHANGE", {
    accepted: [drafted([line], { change: "rename", names: ["Goods"], prices: [1999], warnings: [] })],
    refused: [drafted([line], { change: "throw", names: ["Order"], warnings: ["item_change_failed"] })],
  }),
];
