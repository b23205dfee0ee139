import { type Rule, specRule } from "../rule-types.ts";

const wire = {
  id: "7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b",
  name: "Tea",
  plan_type: "monthly",
  description: "Tea each month",
  attempts: "3",
};
const plan = (change: Readonly<Record<string, unknown>>) => ({
  subscription_plan: JSON.stringify({ ...wire, ...change }),
});
const refusedPlan = (change: Readonly<Record<string, unknown>>, says: string) => ({
  form: "subscription" as const,
  set: plan(change),
  says,
});
const printed = (more: string, end: string, type = "monthly") =>
  `{"id":"7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b","name":"Tea monthly","plan_type":"${type}",${more}"description":"A box of tea each month","attempts":"3",${end}}`;
const first = { notify: { true_amount: "1.00", payment_period_count: "1", payment_transaction_id: "M" } };
const withFirst = { "plan.firstPeriodAmount": 100 };

export const planRules: readonly Rule[] = [
  specRule("PLAN-KEYS", "2.3", {
    accepted: [
      {
        sale: "subscription",
        form: { subscription_plan: printed("", '"interval_time":3600,"total_count":12') },
      },
      { form: "subscription", set: plan({}) },
    ],
    refused: [
      ...["id", "name", "plan_type", "description", "attempts"].map((key) =>
        refusedPlan({ [key]: undefined }, `the plan lacks ${key}`),
      ),
      refusedPlan({ id: "plan-1" }, "id must be a UUID"),
      refusedPlan({ interval_time: "3600" }, "interval_time must be an integer"),
      refusedPlan({ total_count: "12" }, "total_count must be an integer"),
      refusedPlan({ planType: "monthly" }, "unknown key"),
      { sale: "subscription", with: { "plan.id": "plan-1" }, problems: ["plan.id"] },
      { sale: "subscription", with: { "plan.name": undefined }, problems: ["plan.name"] },
      { sale: "subscription", with: { "plan.description": "" }, problems: ["plan.description"] },
    ],
  }),
  specRule("PLAN-TYPE", "2.3", {
    accepted: ["weekly", "monthly", "quarterly", "yearly"].flatMap((type) => [
      { sale: "subscription" as const, with: { "plan.type": type } },
      { form: "subscription" as const, set: plan({ plan_type: type }) },
    ]),
    refused: [
      { sale: "subscription", with: { "plan.type": "daily" }, problems: ["plan.type"] },
      refusedPlan({ plan_type: "Monthly" }, "plan_type must be"),
      refusedPlan({ plan_type: "daily" }, "plan_type must be"),
    ],
  }),
  specRule("PLAN-FIRST", "2.3", {
    accepted: [
      {
        sale: "subscription",
        with: withFirst,
        form: {
          subscription_plan: printed(
            '"first_period_amount":"1.00",',
            '"interval_time":3600,"total_count":12',
          ),
        },
      },
      { life: "subscription", with: withFirst, steps: [first], gives: { state: "paid", items: [] } },
      {
        life: "subscription",
        with: { "plan.firstPeriodAmount": 2999 },
        steps: [{ notify: { ...first.notify, true_amount: "29.99" } }],
        gives: { state: "paid", items: [] },
      },
      {
        life: "subscription",
        steps: [{ notify: { payment_period_count: "1", payment_transaction_id: "M" } }],
        gives: { state: "paid", items: [] },
      },
      {
        emitted: "subscription",
        card: "success",
        plan: { ...wire, first_period_amount: "1.00" },
        fields: { amount: "19.99", true_amount: "1.00" },
      },
      { emitted: "subscription", card: "success", fields: { amount: "19.99", true_amount: "19.99" } },
    ],
    refused: [
      {
        life: "subscription",
        steps: [first],
        gives: { state: "review", items: ["amount-mismatch"], applied: 0 },
      },
      {
        life: "subscription",
        with: withFirst,
        steps: [{ notify: { payment_period_count: "1", payment_transaction_id: "M" } }],
        gives: { state: "review", items: ["amount-mismatch"], applied: 0 },
      },
      { sale: "subscription", with: { "plan.firstPeriodAmount": 0.5 }, problems: ["plan.firstPeriodAmount"] },
      { sale: "subscription", with: { "plan.firstPeriodAmount": 0 }, problems: ["plan.firstPeriodAmount"] },
      {
        sale: "subscription",
        with: { "plan.firstPeriodAmount": { minor: 100, currency: "EUR" } },
        problems: ["plan.firstPeriodAmount"],
      },
      refusedPlan({ first_period_amount: 1 }, "first_period_amount must be"),
      refusedPlan({ first_period_amount: "1,00" }, "first_period_amount must be"),
    ],
  }),
  specRule("PLAN-ATTEMPTS", "2.3", {
    accepted: [
      { form: "subscription", set: plan({ attempts: "1" }) },
      { form: "subscription", set: plan({ attempts: "100" }) },
    ],
    refused: [
      refusedPlan({ attempts: "0" }, "attempts must be"),
      refusedPlan({ attempts: "101" }, "attempts must be"),
      refusedPlan({ attempts: 3 }, "attempts must be"),
      refusedPlan({ attempts: "three" }, "attempts must be"),
      { sale: "subscription", with: { "plan.attempts": 0 }, problems: ["plan.attempts"] },
      { sale: "subscription", with: { "plan.attempts": "3" }, problems: ["plan.attempts"] },
    ],
  }),
  specRule("PLAN-INTERVAL", "2.3, 8", {
    accepted: [
      {
        sale: "subscription",
        with: { "plan.intervalTime": 60 },
        form: { subscription_plan: printed("", '"interval_time":60,"total_count":12') },
      },
      { form: "subscription", set: plan({ interval_time: 60 }) },
    ],
    refused: [
      { sale: "subscription", with: { "plan.intervalTime": 0 }, problems: ["plan.intervalTime"] },
      { sale: "subscription", with: { "plan.intervalTime": "60" }, problems: ["plan.intervalTime"] },
      refusedPlan({ interval_time: -1 }, "interval_time must be"),
      refusedPlan({ interval_time: 1.5 }, "interval_time must be"),
      refusedPlan({ interval_time: 2_592_001 }, "interval_time must be"),
    ],
  }),
  specRule("PLAN-COUNT", "2.3, 8", {
    accepted: [
      {
        sale: "subscription",
        with: { "plan.totalCount": 6 },
        form: { subscription_plan: printed("", '"interval_time":3600,"total_count":6') },
      },
      ...(
        [
          ["weekly", 52],
          ["quarterly", 4],
          ["yearly", 1],
        ] as const
      ).map(([type, count]) => ({
        sale: "subscription" as const,
        with: { "plan.type": type },
        form: {
          subscription_plan: printed("", `"interval_time":3600,"total_count":${count}`, type),
        },
      })),
    ],
    refused: [
      { sale: "subscription", with: { "plan.totalCount": 0 }, problems: ["plan.totalCount"] },
      refusedPlan({ total_count: 0 }, "total_count must be"),
    ],
  }),
  specRule("PLAN-ENCODING", "2.3", {
    accepted: [
      {
        sale: "subscription",
        settings: { planEncoding: "array" },
        form: { subscription_plan: `[${printed("", '"interval_time":3600,"total_count":12')}]` },
      },
      { form: "subscription", set: { subscription_plan: JSON.stringify([wire]) } },
      { options: { planEncoding: "array" } },
    ],
    refused: [
      { form: "subscription", set: { subscription_plan: "monthly" }, says: "must be a JSON object" },
      { form: "subscription", set: { subscription_plan: "[]" }, says: "exactly one plan" },
      {
        form: "subscription",
        set: { subscription_plan: JSON.stringify([wire, wire]) },
        says: "exactly one plan",
      },
      { options: { planEncoding: "text" }, problems: ["planEncoding"] },
    ],
  }),
];
