import { describe, expect, test } from "vitest";
import {
  buildSaleDraftFromCart,
  type SaleItemChanger,
  type SaleParts,
} from "../../../src/entries/adapter.ts";
import { money } from "../../../src/index.ts";
import { checkSale } from "../../../src/protocol/sale/sale.ts";

const parts: SaleParts = {
  reference: "order-1",
  amount: money(3000, "USD"),
  buyer: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "5550100",
    ip: "203.0.113.7",
    userAgent: "Mozilla/5.0",
  },
  billing: { country: "GB" },
  shipping: undefined,
  lines: [{ name: "Tea", quantity: 3, total: 3000, sku: "TEA" }],
  itemName: "Order 1",
};
const built = (changes: Partial<SaleParts>) => {
  const draft = buildSaleDraftFromCart({ ...parts, ...changes }, { variant: "hosted" });
  return { draft, items: draft.items ?? [], warnings: checkSale(draft as never, new Date()).warnings };
};
const namesOf = (items: ReturnType<typeof built>["items"]) =>
  items.map(({ name, price, quantity }) => `${quantity === 1 ? "" : `${quantity} × `}${price} ${name}`);
const sumOf = (items: ReturnType<typeof built>["items"]) =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

describe("a discount of the whole order is spread over the lines (PROD-SPREAD)", () => {
  const tea = { name: "Tea", quantity: 1, total: 1000 };
  const cup = { name: "Cup", quantity: 2, total: 2000 };

  test.each<[string, NonNullable<SaleParts["lines"]>, number, string[]]>([
    ["a discount of the whole order", [tea, cup], 2700, ["900 Tea", "2 × 900 Cup"]],
    ["a line below zero", [tea, cup, { ...tea, total: -300 }], 2700, ["900 Tea", "2 × 900 Cup"]],
    ["an amount that does not divide", [tea, tea, tea], 100, ["34 Tea", "33 Tea", "33 Tea"]],
    ["pieces that do not share evenly", [tea, cup], 2999, ["1000 Tea", "1999 Cup × 2"]],
    ["almost everything", [tea, cup], 1, ["0 Tea", "1 Cup × 2"]],
    ["a gift stays one", [tea, { ...cup, total: 0 }], 999, ["999 Tea", "2 × 0 Cup"]],
  ])("%s", (...[, lines, minor, expected]) => {
    const { items, warnings } = built({ lines, amount: money(minor, "USD") });
    expect([namesOf(items), sumOf(items), warnings]).toEqual([expected, minor, []]);
  });

  test("more lines than a sale can have become one item", () => {
    const lines = (count: number) => Array.from({ length: count }, () => ({ ...tea, total: 6 }));
    expect(built({ lines: lines(500) }).items).toHaveLength(500);
    const items = [{ name: "Order 1", price: 3000, quantity: 1 }];
    expect(built({ lines: lines(501) })).toMatchObject({ items, warnings: [] });
  });

  test("lines without whole minor units become one item", () => {
    const { items } = built({ lines: [{ ...tea, total: 4000.5 }] });
    expect(items).toEqual([{ name: "Order 1", price: 3000, quantity: 1 }]);
  });
});

describe("with two decimals, prices of three decimals are spread over prices that can be sent (MON-SENT, PROD-SPREAD)", () => {
  const tea = { name: "Tea", quantity: 1, total: 1995 };
  const cup = { name: "Cup", quantity: 2, total: 1995 };

  const of = (...totals: readonly number[]) =>
    [tea, cup].map((each, at) => ({ ...each, total: totals[at] ?? 0 }));

  test.each([
    ["of the lines", of(1995, 1995), 3990, ["2000 Tea", "1990 Cup × 2"]],
    ["of the pieces", of(1000, 2990), 3990, ["1000 Tea", "2990 Cup × 2"]],
    ["that a discount leaves", of(2000, 2000), 3330, ["1670 Tea", "2 × 830 Cup"]],
    ["that cannot be sent at all", of(1995, 1995), 3995, ["3995 Order 1"]],
  ])("%s", (...[, lines, minor, expected]) => {
    const { items } = built({ lines, amount: money(minor, "KWD"), amountDecimals: 2 });
    expect([namesOf(items), sumOf(items)]).toEqual([expected, minor]);
  });

  test.each(["JPY", "USD"])("prices in %s stay unchanged", (currency) => {
    const { items } = built({ lines: [tea, cup], amount: money(3990, currency), amountDecimals: 2 });
    expect(items.map(({ price }) => price)).toEqual([1995, 1995]);
  });
});

describe("pictures and attributes", () => {
  const line = { name: "Tea", quantity: 1, total: 3000 };

  test("an item has the picture and the attributes of its line (PROD-ITEM)", () => {
    const more = { image: " https://shop.example/t.png ", attributes: "Size: M" };
    expect(built({ lines: [{ ...line, ...more }] })).toMatchObject({
      items: [{ image: "https://shop.example/t.png", attributes: "Size: M" }],
      warnings: [],
    });
  });

  test.each(["tea.png", "javascript:alert(1)", "http://", `https://shop.example/${"a".repeat(2048)}`])(
    "the picture %s is omitted with one warning, and the item is sold (PROD-IMAGE)",
    (image) => {
      const half = { ...line, total: 1500, image };
      const { items, warnings } = built({ lines: [half, half] });
      const item = { name: "Tea", price: 1500, quantity: 1 };
      expect([items, warnings]).toEqual([[item, item], ["item_image_left_out"]]);
    },
  );

  test.each([null, "", " "])("no picture, written as %j, causes no warning", (image) => {
    const { items, warnings } = built({ lines: [{ ...line, image, attributes: image }] });
    expect([items, warnings]).toEqual([[{ name: "Tea", price: 3000, quantity: 1 }], []]);
  });

  test("long attributes are cut between two characters", () => {
    const { items, warnings } = built({ lines: [{ ...line, attributes: "😀".repeat(900) }] });
    expect([items[0]?.attributes, warnings]).toEqual(["😀".repeat(500), []]);
  });
});

describe("the shop changes an item (PROD-CHANGE)", () => {
  test("the shop can change name, number, picture and attributes, never the price or the quantity", () => {
    const asked: unknown[] = [];
    const sent = { name: "Goods", sku: "G", image: "https://shop.example/g.png", attributes: "plain" };
    const changeItem: SaleItemChanger = (item, about) => {
      asked.push([item, about]);
      return { ...item, price: 1, quantity: 9, ...sent };
    };
    const { items, warnings } = built({ changeItem });
    expect(asked).toEqual([
      [
        { name: "Tea", sku: "TEA", price: 1000, quantity: 3 },
        { reference: "order-1", tenant: "default" },
      ],
    ]);
    expect([items, warnings]).toEqual([[{ ...sent, price: 1000, quantity: 3 }], []]);
  });

  test.each([undefined, "", " ", null])("details with the value %j are not sent", (blank) => {
    const details = { sku: blank, image: blank, attributes: blank };
    const { items, warnings } = built({
      changeItem: (({ name }: object & { name: string }) => ({ name, ...details })) as never,
    });
    expect([items, warnings]).toEqual([[{ name: "Tea", price: 1000, quantity: 3 }], []]);
  });

  test("a picture without a web address is omitted with a warning", () => {
    const { items, warnings } = built({ changeItem: (item) => ({ ...item, image: "tea.png" }) });
    expect([items[0]?.name, items[0]?.image, warnings]).toEqual(["Tea", undefined, ["item_image_left_out"]]);
  });

  test.each<[string, () => unknown]>([
    ["throws", () => JSON.parse("no such product")],
    ["returns nothing", () => undefined],
    ["returns a promise", async () => ({ name: "Tea" })],
    ["returns an empty name", () => ({ name: " " })],
    ["returns a name that is too long", () => ({ name: "a".repeat(501) })],
    ["returns a number", () => ({ name: 5 })],
  ])("a function that %s sends the order as one item, with one warning", (_, changeItem) => {
    const { draft, items, warnings } = built({ changeItem: changeItem as never });
    expect(items).toEqual([{ name: "Order 1", price: 3000, quantity: 1 }]);
    expect(warnings).toEqual(["item_change_failed"]);
    expect(JSON.stringify(draft)).not.toContain("TEA");
  });
});
