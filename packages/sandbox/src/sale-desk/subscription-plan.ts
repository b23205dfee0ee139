import { isPositiveAmount } from "./amount.ts";
import { isFilled, isText, type KeyRule, objectProblems, parseJson } from "./json-object.ts";

export interface Plan {
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
const filled: KeyRule = { required: true, holds: isFilled, must: "text that is not empty" };
const integer = (from: number): KeyRule => ({
  required: false,
  holds: (value) => Number.isSafeInteger(value) && (value as number) >= from,
  must: `an integer of at least ${from}`,
});

const planRules: Readonly<Record<string, KeyRule>> = {
  id: { required: true, holds: (value) => isText(value) && uuid.test(value), must: "a UUID" },
  name: filled,
  plan_type: {
    required: true,
    holds: (value) => isText(value) && ["weekly", "monthly", "quarterly", "yearly"].includes(value),
    must: "weekly, monthly, quarterly or yearly",
  },
  first_period_amount: {
    required: false,
    holds: (value) => isText(value) && isPositiveAmount(value),
    must: 'positive decimal text such as "12.50"',
  },
  description: filled,
  attempts: {
    required: true,
    holds: (value) => isText(value) && /^\d{1,4}$/.test(value),
    must: 'a whole number as text, such as "3"',
  },
  interval_time: integer(0),
  total_count: integer(1),
};

/** PLAN-KEYS: the plan, written as one object or as an array of exactly one, or what is wrong with it. */
export function readPlan(value: string): { plan: Plan } | { problem: string } {
  const parsed = parseJson(value);
  if (!parsed) return { problem: "must be a JSON object (PLAN-ENCODING)" };
  if (Array.isArray(parsed.value) && parsed.value.length !== 1) {
    return { problem: "must hold exactly one plan (PLAN-ENCODING)" };
  }
  const plan = Array.isArray(parsed.value) ? parsed.value[0] : parsed.value;
  const [problem] = objectProblems(plan, planRules, "the plan");
  return problem ? { problem: `${problem} (PLAN-KEYS)` } : { plan: plan as Plan };
}
