import { expect, test } from "vitest";
import { goodsDigest } from "../../../src/protocol/sale/sale-lines.ts";

const digest = (pieces: Record<string, string>) => goodsDigest(new Map(Object.entries(pieces)));

test("the same goods have the same digest in any order, and with the stored value", () => {
  expect(digest({ tea: "3", coffee: "1" })).toBe(digest({ coffee: "1", tea: "3" }));
  // printf 'coffee 1\ntea 3' | sha256sum
  expect(digest({ tea: "3", coffee: "1" })).toBe(
    "35dc350304dbd52ba2802a3c9d88cfb89ce9b9b79eb8e26b33bb0e37d18ed4ea",
  );
});

test.each([
  ["others", { tea: "3", milk: "1" }],
  ["more", { tea: "3", coffee: "2" }],
  ["less", { tea: "3" }],
  ["as many of each other", { tea: "1", coffee: "3" }],
])("%s have different digests", (_, other) => {
  expect(digest(other)).not.toBe(digest({ tea: "3", coffee: "1" }));
});
