import { type Rule, rule } from "../rule-types.ts";

const printed = (more: string, end: string, type = "monthly") =>
  `{"id":"7f1c1a52-6a3e-4a55-9f5b-0c1d2e3f4a5b","name":"Tea monthly","plan_type":"${type}",${more}"description":"A box of tea each month","attempts":"3",${end}}`;
const withFirst = { "plan.firstPeriodAmount": 100 };

export const planRules: readonly Rule[] = [
  rule("PLAN-KEYS", {
    accepted: [
      {
        sale: "subscription",
        form: { subscription_plan: printed("", '"interval_time":3600,"total_count":12') },
      },
    ],
    refused: [
      { sale: "subscription", with: { "plan.id": "plan-1" }, problems: ["plan.id"] },
      { sale: "subscription", with: { "plan.name": undefined }, problems: ["plan.name"] },
      { sale: "subscription", with: { "plan.description": "" }, problems: ["plan.description"] },
    ],
  }),
  rule("PLAN-TYPE", {
    accepted: ["weekly", "monthly", "quarterly", "yearly"].flatMap((type) => [
      { sale: "subscription" as const, with: { "plan.type": type } },
    ]),
    refused: [{ sale: "subscription", with: { "plan.type": "daily" }, problems: ["plan.type"] }],
  }),
  rule("PLAN-FIRST", {
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
    ],
    refused: [
      { sale: "subscription", with: { "plan.firstPeriodAmount": 0.5 }, problems: ["plan.firstPeriodAmount"] },
      { sale: "subscription", with: { "plan.firstPeriodAmount": 0 }, problems: ["plan.firstPeriodAmount"] },
      {
        sale: "subscription",
        with: { "plan.firstPeriodAmount": { minor: 100, currency: "EUR" } },
        problems: ["plan.firstPeriodAmount"],
      },
    ],
  }),
  rule("PLAN-ATTEMPTS", {
    refused: [
      { sale: "subscription", with: { "plan.attempts": 0 }, problems: ["plan.attempts"] },
      { sale: "subscription", with: { "plan.attempts": "3" }, problems: ["plan.attempts"] },
    ],
  }),
  rule("PLAN-INTERVAL", {
    accepted: [
      {
        sale: "subscription",
        with: { "plan.intervalTime": 60 },
        form: { subscription_plan: printed("", '"interval_time":60,"total_count":12') },
      },
    ],
    refused: [
      { sale: "subscription", with: { "plan.intervalTime": 0 }, problems: ["plan.intervalTime"] },
      { sale: "subscription", with: { "plan.intervalTime": "60" }, problems: ["plan.intervalTime"] },
    ],
  }),
  rule("PLAN-COUNT", {
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
    refused: [{ sale: "subscription", with: { "plan.totalCount": 0 }, problems: ["plan.totalCount"] }],
  }),
  rule("PLAN-ENCODING", {
    accepted: [
      {
        sale: "subscription",
        settings: { planEncoding: "array" },
        form: { subscription_plan: `[${printed("", '"interval_time":3600,"total_count":12')}]` },
      },
    ],
  }),
];
