import fc from "fast-check";
import { expect, test } from "vitest";
import { splitInProportion } from "../../../src/protocol/money/round-to-minor-units.ts";

test.each<[total: number, weights: number[], parts: number[]]>([
  [999, [1000, 0, 1000], [500, 0, 499]],
  [3, [4, 1], [2, 1]],
  [Number.MAX_SAFE_INTEGER - 1, [Number.MAX_SAFE_INTEGER], [Number.MAX_SAFE_INTEGER - 1]],
])("%d in proportion to %j is %j (PROD-SPREAD)", (total, weights, parts) => {
  expect(splitInProportion(total, weights)).toEqual(parts);
});

test("the parts add up exactly, and each part is between 0 and its weight (PROD-SPREAD)", () => {
  const weights = fc.array(fc.nat(1_000_000_000), { minLength: 1, maxLength: 200 });
  const cases = weights
    .map((all) => ({ all, sum: all.reduce((one, other) => one + other, 0) }))
    .filter(({ sum }) => sum > 0)
    .chain(({ all, sum }) => fc.tuple(fc.constant(all), fc.nat(sum)));
  fc.assert(
    fc.property(cases, ([all, total]) => {
      const parts = splitInProportion(total, all);
      expect(parts.reduce((one, other) => one + other, 0)).toBe(total);
      expect(parts.filter((part, index) => part < 0 || part > (all[index] ?? 0))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
