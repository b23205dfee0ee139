import { isPositiveAmount } from "./amount.ts";
import { findObjectProblems, isFilled, isString, type JsonKeyRule, parseJson } from "./json-object.ts";

export interface SubscriptionPlan {
  readonly id: string;
  readonly name: string;
  readonly plan_type: "weekly" | "monthly" | "quarterly" | "yearly";
  readonly first_period_amount?: string;
  readonly description: string;
  readonly attempts: string;
  readonly interval_time?: number;
  readonly total_count?: number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const filledTextRule: JsonKeyRule = { required: true, holds: isFilled, must: "text that is not empty" };
const integerRule = (from: number, to: number): JsonKeyRule => ({
  required: false,
  holds: (value) => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to,
  must: `an integer from ${from} to ${to}`,
});

const thirtyDaysInSeconds = 2_592_000;

const planRules: Readonly<Record<string, JsonKeyRule>> = {
  id: { required: true, holds: (value) => isString(value) && uuid.test(value), must: "a UUID" },
  name: filledTextRule,
  plan_type: {
    required: true,
    holds: (value) => isString(value) && ["weekly", "monthly", "quarterly", "yearly"].includes(value),
    must: "weekly, monthly, quarterly or yearly",
  },
  first_period_amount: {
    required: false,
    holds: (value) => isString(value) && isPositiveAmount(value),
    must: 'positive decimal text such as "12.50"',
  },
  description: filledTextRule,
  attempts: {
    required: true,
    holds: (value) => isString(value) && /^([1-9]\d?|100)$/.test(value),
    must: 'a whole number from 1 to 100 as text, such as "3"',
  },
  interval_time: integerRule(1, thirtyDaysInSeconds),
  total_count: integerRule(1, 10_000),
};

/** Returns the plan from one object or from an array with exactly one, or why it is invalid (PLAN-KEYS). */
export function parsePlan(value: string): { plan: SubscriptionPlan } | { problem: string } {
  const parsed = parseJson(value);
  if (!parsed) return { problem: "must be a JSON object (PLAN-ENCODING)" };
  if (Array.isArray(parsed.value) && parsed.value.length !== 1) {
    return { problem: "must hold exactly one plan (PLAN-ENCODING)" };
  }
  const plan = Array.isArray(parsed.value) ? parsed.value[0] : parsed.value;
  const [problem] = findObjectProblems(plan, planRules, "the plan");
  return problem ? { problem: `${problem} (PLAN-KEYS)` } : { plan: plan as SubscriptionPlan };
}
