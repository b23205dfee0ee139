import { expect, test } from "vitest";
import { formatPlan, planSchema, planTypes } from "../../../src/protocol/sale/plan.ts";
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

test("a plan without options contains both defaults (PLAN-KEYS, PLAN-INTERVAL, PLAN-COUNT)", () => {
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

test("there are four types of plans (PLAN-TYPE)", () => {
  expect([...planTypes]).toEqual(["weekly", "monthly", "quarterly", "yearly"]);
});

test("plan amounts and attempts are sent as text, interval and count as integers (PLAN-KEYS, PLAN-FIRST, PLAN-ATTEMPTS)", () => {
  expect(wire({ firstPeriodAmount: 100, intervalTime: 60, totalCount: 24, attempts: 5 })).toMatchObject({
    first_period_amount: "1.00",
    attempts: "5",
    interval_time: 60,
    total_count: 24,
  });
});

test("without a first amount the field is not sent (PLAN-FIRST)", () => {
  expect(wire()).not.toHaveProperty("first_period_amount");
});

test("the encoding array contains the plan as its only element (PLAN-ENCODING)", () => {
  expect(wire({}, "array")).toEqual([wire()]);
});

test("the keys of a plan have the documented case (PLAN-KEYS)", () => {
  expect(Object.keys(wire({ firstPeriodAmount: 1 })).sort()).toEqual([
    "attempts",
    "description",
    "first_period_amount",
    "id",
    "interval_time",
    "name",
    "plan_type",
    "total_count",
  ]);
});

test.each<[string, unknown]>([
  ["id", "plan-1"],
  ["id", undefined],
  ["name", ""],
  ["type", "daily"],
  ["type", "Monthly"],
  ["description", "  "],
  ["attempts", 0],
  ["attempts", 1.5],
  ["attempts", "3"],
  ["attempts", 101],
  ["intervalTime", 0],
  ["intervalTime", 0.5],
  ["intervalTime", 2_592_001],
  ["intervalTime", "3600"],
  ["totalCount", 0],
  ["totalCount", -1],
  ["totalCount", 10_001],
  ["firstPeriodAmount", 0],
  ["firstPeriodAmount", -1],
  ["firstPeriodAmount", 0.5],
  ["firstPeriodAmount", "1.00"],
])("%s of %j is refused (PLAN-KEYS)", (name, value) => {
  const parsed = planSchema().safeParse({ ...plan, [name]: value });
  expect(new Set(parsed.error?.issues.map(({ path }) => path.join(".")))).toEqual(new Set([name]));
});
