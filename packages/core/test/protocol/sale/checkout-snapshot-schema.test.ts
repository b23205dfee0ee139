import { expect, test } from "vitest";
import { snapshotSchema } from "../../../src/protocol/sale/common-sale-fields.ts";

const nested = (levels: number) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};
const circular: Record<string, unknown> = {};
circular.self = circular;

test.each([
  ["null", null],
  ["an object of all kinds", { channel: "eu", list: [1, "a", null, { deep: true }], none: {} }],
  ["an object without a prototype", Object.assign(Object.create(null), { a: 1 })],
  ["32 levels", nested(32)],
  ["just short enough", "x".repeat(16_382)],
])("%s is stored", (_, value) => {
  expect(snapshotSchema().safeParse(value)).toEqual({ success: true, data: value });
});

test.each([
  ["a circle", circular],
  ["33 levels", nested(33)],
  ["20000 levels", nested(20_000)],
  ["too much", "x".repeat(16_383)],
  ["a big integer", { n: 1n }],
  ["undefined inside", { a: undefined }],
  ["no number", Number.NaN],
  ["infinity", [Number.POSITIVE_INFINITY]],
  ["a date", new Date(0)],
  ["a map", new Map([["a", 1]])],
  ["a function", () => 1],
  ["a symbol", Symbol("a")],
  ["an object that writes itself", { toJSON: () => "x" }],
  ["an object that throws", { toJSON: () => JSON.parse("mine") }],
  ["half a surrogate pair", { a: "\uD800" }],
  ["a NUL, which not every store takes", { a: "\u0000" }],
  ["a NUL in a name", { "a\u0000": 1 }],
])("%s is refused, and nothing is thrown", (_, value) => {
  expect(snapshotSchema().safeParse(value).success).toBe(false);
});
