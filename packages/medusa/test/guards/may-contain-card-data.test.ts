import { expect, test } from "vitest";
import { mayContainCardData } from "../../src/guards/may-contain-card-data.ts";

test.each([
  "4111111111111111",
  "4111 1111 1111 1111",
  "4111-1111-1111-1111",
  "my card is 4111.1111.1111.1111!",
  4111111111111111,
  { pan: "x" },
  { a: [{ CVV: "1" }] },
  { card_number: "" },
  { "4111111111111111": true },
  { expiry_month: 12 },
  JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`),
])("the value %# is a card", (value) => {
  expect(mayContainCardData(value)).toBe(true);
});

test.each([
  "",
  "red",
  "12345678901",
  42,
  null,
  undefined,
  { note: "call 555 0100" },
  ["gift"],
  JSON.parse(`${"[".repeat(16)}1${"]".repeat(16)}`),
  { colour: "red" },
])("%j is not a card", (value) => {
  expect(mayContainCardData(value)).toBe(false);
});
