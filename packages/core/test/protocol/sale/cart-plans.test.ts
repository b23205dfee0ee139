import { expect, test } from "vitest";
import { checkCataloguePlans, planOfCart } from "../../../src/protocol/sale/sale-draft.ts";

const tea = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  name: "Tea",
  type: "monthly",
  description: "A box of tea",
  attempts: 3,
} as const;
const coffee = { ...tea, id: "6f1c2c1e-3a57-4c0b-9a0e-5d1f5a1b7c42", name: "Coffee" };

test("the plans of a catalogue are returned with their defaults (PLAN-INTERVAL, PLAN-COUNT)", () => {
  expect(checkCataloguePlans({ tea, coffee })).toEqual({
    tea: { ...tea, intervalTime: 3600, totalCount: 12 },
    coffee: { ...coffee, intervalTime: 3600, totalCount: 12 },
  });
  expect(checkCataloguePlans({})).toEqual({});
});

test("the error names every problem of every plan, with its product (PLAN-KEYS)", () => {
  const wrong = {
    tea: { ...tea, type: "daily", attempts: "3" },
    coffee: { ...coffee, colour: "black" },
    mug: null,
  };
  const paths = ["tea.type", "tea.attempts", "coffee.colour", "mug"];
  const problems = paths.map((path) => expect.objectContaining({ path }));
  expect(() => checkCataloguePlans(wrong)).toThrow(
    expect.objectContaining({ name: "PayIndexError", code: "options_invalid", problems }),
  );
});

test.each([
  ["nothing", [], { plan: undefined }],
  ["goods alone", [undefined, undefined], { plan: undefined }],
  ["one plan", [tea], { plan: tea }],
  ["two products on one plan", [tea, { ...tea }], { plan: tea }],
] as const)("%s can be sold", (_, lines, sold) => {
  expect(planOfCart(lines)).toEqual(sold);
});

test.each([
  ["two plans", [tea, coffee], "plans_mixed"],
  ["two plans under one id", [coffee, { ...coffee, name: "Tea" }], "plans_mixed"],
  ["a plan and goods", [tea, undefined], "plan_and_goods"],
  ["two plans and goods", [tea, undefined, coffee], "plan_and_goods"],
] as const)("%s cannot be sold, and the refusal has a code and a message", (_, lines, code) => {
  expect(planOfCart(lines)).toEqual({ refused: { code, message: expect.stringMatching(/\w+ \w+/) } });
});
