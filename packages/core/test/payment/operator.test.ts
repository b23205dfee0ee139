import { expect, test } from "vitest";
import { operatorLabel, operatorSchema } from "../../src/payment/operator.ts";

test.each([
  ["a Hangul filler", "\u3164"],
  ["a half-width Hangul filler", "\uFFA0"],
  ["a Braille blank", "\u2800"],
  ["a variation selector", "\uFE0F"],
  ["a noncharacter", "\uFFFE"],
  ["a zero-width joiner", "\u200D"],
  ["a private character", "\uE000"],
])("an id with %s is refused, and a name has a blank in its place", (_, character) => {
  expect(operatorSchema().safeParse({ id: `user_01${character}` }).success).toBe(false);
  expect(operatorSchema().parse({ id: "user_01", name: `Grace${character}Hopper` })).toEqual({
    id: "user_01",
    name: "Grace Hopper",
  });
});

test("an unprintable character at the start of an id is refused as well", () => {
  expect(operatorSchema().safeParse({ id: "\u3164user_01" }).success).toBe(false);
});

test("an operator is displayed by the id, with the name if there is one (B-53)", () => {
  expect(operatorLabel({ id: "user_01" })).toBe("user_01");
  expect(operatorLabel({ id: "user_01", name: "Grace" })).toBe("user_01 (Grace)");
});
