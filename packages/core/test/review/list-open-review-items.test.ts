import { expect, test } from "vitest";
import { listOpenReviewItems } from "../../src/review/review-item-page.ts";

test("listReviewItems returns every item, with growing reads until one read is not full", async () => {
  const items = Array.from({ length: 1200 }, (_, index) => ({ id: String(index) }));
  const limits: number[] = [];
  const listReviewItems = async (limit: number) => {
    limits.push(limit);
    return items.slice(0, limit) as never;
  };
  expect(await listOpenReviewItems({ listReviewItems })).toHaveLength(1200);
  expect(limits).toEqual([1000, 10_000]);
});
