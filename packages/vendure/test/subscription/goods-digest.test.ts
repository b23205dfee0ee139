import type { Order } from "@vendure/core";
import { expect, test } from "vitest";
import { digestGoods } from "../../src/subscription/goods-digest.ts";

const goods = (...lines: [variant: string | number, quantity: number][]) =>
  digestGoods({ lines: lines.map(([id, quantity]) => ({ productVariant: { id }, quantity })) } as Order);

test.each([
  ["in more lines", goods([1, 1], [2, 1], [1, 2])],
  ["beside a line with nothing in it", goods([1, 3], [3, 0], [2, 1])],
  ["under ids that the database gives as text", goods(["1", 3], ["2", 1])],
])("the same goods have the same digest %s", (_where, same) => {
  expect(same).toBe(goods([1, 3], [2, 1]));
});
