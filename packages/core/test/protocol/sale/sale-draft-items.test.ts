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
const sumOf = (items: ReturnType<typeof built>["items"]) =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

describe("a discount of the whole order is spread over the lines (PROD-SPREAD)", () => {
  const tea = { name: "Tea", quantity: 1, total: 1000 };
  const cup = { name: "Cup", quantity: 2, total: 2000 };

  test.each<[string, NonNullable<SaleParts["lines"]>, number, [string, number, number][]]>([
    [
      "a discount of the whole order",
      [tea, cup],
      2700,
      [
        ["Tea", 900, 1],
        ["Cup", 900, 2],
      ],
    ],
    [
      "a line below zero",
      [tea, cup, { name: "Credit", quantity: 1, total: -300 }],
      2700,
      [
        ["Tea", 900, 1],
        ["Cup", 900, 2],
      ],
    ],
    [
      "an amount that does not divide",
      [tea, tea, tea],
      100,
      [
        ["Tea", 34, 1],
        ["Tea", 33, 1],
        ["Tea", 33, 1],
      ],
    ],
    [
      "pieces that do not share evenly",
      [tea, cup],
      2999,
      [
        ["Tea", 1000, 1],
        ["Cup × 2", 1999, 1],
      ],
    ],
    [
      "almost everything",
      [tea, cup],
      1,
      [
        ["Tea", 0, 1],
        ["Cup × 2", 1, 1],
      ],
    ],
    [
      "a gift stays one",
      [tea, { ...cup, total: 0 }],
      999,
      [
        ["Tea", 999, 1],
        ["Cup", 0, 2],
      ],
    ],
  ])("%s", (...[, lines, minor, expected]) => {
    const { items, warnings } = built({ lines, amount: money(minor, "USD") });
    expect(items.map(({ name, price, quantity }) => [name, price, quantity])).toEqual(expected);
    expect([sumOf(items), warnings]).toEqual([minor, []]);
  });

  test.each(["JPY", "USD", "KWD"])(
    "200 lines in %s add up to the amount, and no line is below zero",
    (currency) => {
      const lines = Array.from({ length: 200 }, (_, index) => ({
        name: `Item ${index}`,
        quantity: (index % 3) + 1,
        total: ((index % 3) + 1) * (index * 7 + 1),
      }));
      const full = lines.reduce((sum, { total }) => sum + total, 0);
      for (const minor of [1, 2, 199, 200, 201, full - 1, full]) {
        const { items, warnings } = built({ lines, amount: money(minor, currency) });
        expect([items.length, sumOf(items), warnings]).toEqual([200, minor, []]);
        expect(items.every(({ price }) => price >= 0)).toBe(true);
      }
    },
  );

  test("lines that add up to less than the amount become one item", () => {
    expect(built({ lines: [tea] }).items).toEqual([{ name: "Order 1", price: 3000, quantity: 1 }]);
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

  test.each<[string, NonNullable<SaleParts["lines"]>, number, [string, number, number][]]>([
    [
      "of the lines",
      [tea, cup],
      3990,
      [
        ["Tea", 2000, 1],
        ["Cup × 2", 1990, 1],
      ],
    ],
    [
      "of the pieces",
      [
        { ...tea, total: 1000 },
        { ...cup, total: 2990 },
      ],
      3990,
      [
        ["Tea", 1000, 1],
        ["Cup × 2", 2990, 1],
      ],
    ],
    [
      "that a discount leaves",
      [
        { ...tea, total: 2000 },
        { ...cup, total: 2000 },
      ],
      3330,
      [
        ["Tea", 1670, 1],
        ["Cup", 830, 2],
      ],
    ],
    ["that cannot be sent at all", [tea, cup], 3995, [["Order 1", 3995, 1]]],
  ])("%s", (...[, lines, minor, expected]) => {
    const { items } = built({ lines, amount: money(minor, "KWD"), amountDecimals: 2 });
    expect(items.map(({ name, price, quantity }) => [name, price, quantity])).toEqual(expected);
    expect(sumOf(items)).toBe(minor);
  });

  test.each(["JPY", "USD"])("prices in %s stay unchanged", (currency) => {
    const { items } = built({ lines: [tea, cup], amount: money(3990, currency), amountDecimals: 2 });
    expect(items.map(({ price }) => price)).toEqual([1995, 1995]);
  });

  test("200 lines in KWD can be sold", () => {
    const lines = Array.from({ length: 200 }, (_, index) => ({ ...tea, total: 1001 + index }));
    for (const minor of [10, 2000, 219_990]) {
      const { items } = built({ lines, amount: money(minor, "KWD"), amountDecimals: 2 });
      expect([items.length, sumOf(items)]).toEqual([200, minor]);
      expect(items.filter(({ price }) => price < 0 || price % 10 !== 0)).toEqual([]);
    }
  });
});

describe("pictures and attributes", () => {
  test("an item has the picture and the attributes of its line (PROD-ITEM)", () => {
    const line = {
      name: "Tea",
      quantity: 3,
      total: 3000,
      image: " https://shop.example/t.png ",
      attributes: "Size: M",
    };
    expect(built({ lines: [line] })).toMatchObject({
      items: [{ image: "https://shop.example/t.png", attributes: "Size: M" }],
      warnings: [],
    });
  });

  test.each([
    "tea.png",
    "/assets/tea.png",
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    "http://",
    `https://shop.example/${"a".repeat(2048)}`,
  ])("the picture %s is omitted with one warning, and the item is sold (PROD-IMAGE)", (image) => {
    const line = { name: "Tea", quantity: 1, total: 1500, image };
    const { items, warnings } = built({ lines: [line, line] });
    expect(items).toEqual([
      { name: "Tea", price: 1500, quantity: 1 },
      { name: "Tea", price: 1500, quantity: 1 },
    ]);
    expect(warnings).toEqual(["item_image_left_out"]);
  });

  test.each([null, "", " "])("no picture, written as %j, causes no warning", (image) => {
    expect(
      built({ lines: [{ name: "Tea", quantity: 1, total: 3000, image, attributes: image }] }),
    ).toMatchObject({
      items: [{ name: "Tea", price: 3000, quantity: 1 }],
      warnings: [],
    });
  });

  test("long attributes are cut between two characters", () => {
    const { items, warnings } = built({
      lines: [{ name: "Tea", quantity: 1, total: 3000, attributes: "😀".repeat(900) }],
    });
    expect([items[0]?.attributes, warnings]).toEqual(["😀".repeat(500), []]);
  });
});

test("equal product numbers cause one warning for each sale (PROD-SKU)", () => {
  const lines = Array.from({ length: 200 }, () => ({ name: "Tea", quantity: 1, total: 15, sku: "TEA" }));
  expect(built({ lines }).warnings).toEqual(["sku_repeated"]);
});

describe("the shop changes an item (PROD-CHANGE)", () => {
  test("the shop can change name, number, picture and attributes, never the price or the quantity", () => {
    const asked: unknown[] = [];
    const changeItem: SaleItemChanger = (item, about) => {
      asked.push([item, about]);
      const cheaper = { ...item, price: 1, quantity: 9 };
      return {
        ...cheaper,
        name: "Goods",
        sku: "G",
        image: "https://shop.example/g.png",
        attributes: "plain",
      };
    };
    const { items, warnings } = built({ changeItem });
    expect(asked).toEqual([
      [
        { name: "Tea", sku: "TEA", price: 1000, quantity: 3 },
        { reference: "order-1", tenant: "default" },
      ],
    ]);
    expect(items).toEqual([
      {
        name: "Goods",
        sku: "G",
        image: "https://shop.example/g.png",
        attributes: "plain",
        price: 1000,
        quantity: 3,
      },
    ]);
    expect(warnings).toEqual([]);
  });

  test("details that the shop omits are not sent", () => {
    expect(built({ changeItem: ({ name }) => ({ name }) }).items).toEqual([
      { name: "Tea", price: 1000, quantity: 3 },
    ]);
  });

  test.each(["", " ", null])("details with the value %j are not sent", (blank) => {
    const { items, warnings } = built({
      changeItem: (({ name }: { name: string }) => ({
        name,
        sku: blank,
        image: blank,
        attributes: blank,
      })) as never,
    });
    expect([items, warnings]).toEqual([[{ name: "Tea", price: 1000, quantity: 3 }], []]);
  });

  test("a picture without a web address is omitted with a warning", () => {
    const { items, warnings } = built({ changeItem: (item) => ({ ...item, image: "tea.png" }) });
    expect([items[0]?.name, items[0]?.image, warnings]).toEqual(["Tea", undefined, ["item_image_left_out"]]);
  });

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no such product");
      },
    ],
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
