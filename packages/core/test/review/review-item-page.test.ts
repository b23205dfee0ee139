import { expect, test } from "vitest";
import { filterAndPaginateReviewItems } from "../../src/entries/adapter.ts";
import type { ReviewItem } from "../../src/entries/store.ts";

const item = (attemptId: string, kind: ReviewItem["kind"], reference = "cart_A"): ReviewItem => ({
  id: `${attemptId}/${kind}`,
  kind,
  tenant: "default",
  reference,
  attemptId,
  status: "open",
  createdAt: "2026-03-01T12:00:00.000Z",
  dedupeKey: "",
  problem: { code: "out_of_stock", message: "Sold out." },
});

const all = [
  item("1001", "order-not-placed"),
  item("1002", "amount-mismatch", "cart_B"),
  item("1003", "order-not-placed", "cart_B"),
  item("2001", "no-result", "cart_C"),
];

const numbers = (filter?: Parameters<typeof filterAndPaginateReviewItems>[1]) =>
  filterAndPaginateReviewItems(all, filter).items.map(({ attemptId }) => attemptId);

test("a page has the items in their order, with the total count", () => {
  expect(numbers()).toEqual(["1001", "1002", "1003", "2001"]);
  expect(numbers({ skip: 1, take: 2 })).toEqual(["1002", "1003"]);
  expect(filterAndPaginateReviewItems(all, { skip: 1, take: 2 }).count).toBe(4);
  expect(numbers({ skip: 9 })).toEqual([]);
});

test("a page contains items of one kind, and the counts include all kinds", () => {
  const page = filterAndPaginateReviewItems(all, { kind: "order-not-placed" });
  expect(page.items.map(({ attemptId }) => attemptId)).toEqual(["1001", "1003"]);
  expect([page.count, page.counts]).toEqual([
    2,
    { "order-not-placed": 2, "amount-mismatch": 1, "no-result": 1 },
  ]);
});

test("a search finds text in references and gateway order IDs, in upper and lower case", () => {
  expect(numbers({ text: " CART_b " })).toEqual(["1002", "1003"]);
  expect(numbers({ text: "200" })).toEqual(["2001"]);
  expect(filterAndPaginateReviewItems(all, { text: "cart_B" }).counts).toEqual({
    "amount-mismatch": 1,
    "order-not-placed": 1,
  });
});

test("a search finds text in the host's records", () => {
  expect(numbers({ text: "ada@example.com", references: new Set(["cart_C"]) })).toEqual(["2001"]);
});

test("a page has 50 items by default", () => {
  const many = Array.from({ length: 60 }, (_, index) => item(String(index), "order-not-placed"));
  expect(filterAndPaginateReviewItems(many).items).toHaveLength(50);
  expect(filterAndPaginateReviewItems(many).count).toBe(60);
});
