import { z } from "zod";
import { isPositiveAmount } from "./amount.ts";
import { filledText, findObjectProblem, jsonText, parseJson } from "./json-object.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const thirtyDaysInSeconds = 2_592_000;

const wholeNumber = (from: number, to: number) =>
  z.custom<number>(
    (value) => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to,
    `an integer from ${from} to ${to}`,
  );

const planSchema = z.strictObject({
  id: jsonText((text) => uuid.test(text), "a UUID"),
  name: filledText,
  plan_type: z.enum(["weekly", "monthly", "quarterly", "yearly"], "weekly, monthly, quarterly or yearly"),
  first_period_amount: jsonText(isPositiveAmount, 'positive decimal text such as "12.50"').optional(),
  description: filledText,
  attempts: jsonText(
    (text) => /^([1-9]\d?|100)$/.test(text),
    'a whole number from 1 to 100 as text, such as "3"',
  ),
  interval_time: wholeNumber(1, thirtyDaysInSeconds).optional(),
  total_count: wholeNumber(1, 10_000).optional(),
});

export type SubscriptionPlan = Readonly<z.output<typeof planSchema>>;

/** Returns the plan from one object or from an array with exactly one, or why it is invalid (PLAN-KEYS). */
export function parsePlan(value: string): { plan: SubscriptionPlan } | { problem: string } {
  const parsed = parseJson(value);
  if (!parsed) return { problem: "must be a JSON object (PLAN-ENCODING)" };
  if (Array.isArray(parsed.value) && parsed.value.length !== 1) {
    return { problem: "must hold exactly one plan (PLAN-ENCODING)" };
  }
  const plan = Array.isArray(parsed.value) ? parsed.value[0] : parsed.value;
  const problem = findObjectProblem(plan, planSchema, "the plan");
  return problem ? { problem: `${problem} (PLAN-KEYS)` } : { plan: plan as SubscriptionPlan };
}
