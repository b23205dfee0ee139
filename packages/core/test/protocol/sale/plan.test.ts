import { expect, test } from "vitest";
import { formatPlan, planSchema } from "../../../src/protocol/sale/plan.ts";
import { amountsIn } from "./amount-formatter.ts";

const plan = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  name: "Tea",
  type: "monthly",
  description: "A box of tea",
  attempts: 3,
};
const wire = (changed: object = {}, encoding: "object" | "array" = "object") =>
  JSON.parse(formatPlan(planSchema().parse({ ...plan, ...changed }), encoding, amountsIn("USD")));

test("a plan without options contains both defaults, and no first amount (PLAN-KEYS, PLAN-FIRST, PLAN-ATTEMPTS, PLAN-INTERVAL, PLAN-COUNT)", () => {
  expect(wire()).toEqual({
    id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
    name: "Tea",
    plan_type: "monthly",
    description: "A box of tea",
    attempts: "3",
    interval_time: 3600,
    total_count: 12,
  });
});

test.each([
  ["weekly", 52],
  ["monthly", 12],
  ["quarterly", 4],
  ["yearly", 1],
])("one year of %s is %i cycles (PLAN-TYPE, PLAN-COUNT)", (type, count) => {
  expect(wire({ type })).toMatchObject({ plan_type: type, total_count: count });
});

test("the encoding array contains the plan as its only element (PLAN-ENCODING)", () => {
  expect(wire({}, "array")).toEqual([wire()]);
});
