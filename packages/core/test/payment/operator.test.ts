import { expect, test } from "vitest";
import { operatorSchema } from "../../src/payment/operator.ts";

test.each([
  ["a Hangul filler", "\u3164"],
  ["a half-width Hangul filler", "\uFFA0"],
  ["a Braille blank", "\u2800"],
  ["a variation selector", "\uFE0F"],
  ["a noncharacter", "\uFFFE"],
  ["a zero-width joiner", "\u200D"],
  ["a private character", "\uE000"],
])("an id with %s is refused, and a name displays a blank for it", (_, character) => {
  expect(operatorSchema.safeParse({ id: `user_01${character}` }).success).toBe(false);
  expect(operatorSchema.parse({ id: "user_01", name: `Grace${character}Hopper` })).toEqual({
    id: "user_01",
    name: "Grace Hopper",
  });
});
