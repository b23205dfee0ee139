import { type PaymentExample, type QueryFields, type Rule, rule } from "../rule-types.ts";

const asking = { operations: { query: {} } };

const returned = (answersQueries: QueryFields, gives: PaymentExample["gives"]): PaymentExample => ({
  life: "hosted",
  settings: asking,
  steps: [{ answersQueries }, { back: "processing" }, { pass: 3 }, { sweep: true }],
  gives,
});

/** What becomes of queries. They are not in SPEC. */
export const queryRules: readonly Rule[] = [
  rule("QRY-REPEAT", {
    accepted: [
      {
        life: "hosted",
        settings: asking,
        steps: [
          { answersQueries: { trade_state: "REFUND" } },
          { notify: {} },
          { pass: 3600 },
          { notify: { datetime: "20260301130000" } },
          { sweep: true },
        ],
        gives: { replies: ["200 OK", "200 OK"], state: "paid", items: [], applied: 1, refunded: 1999 },
      },
    ],
    refused: [
      {
        life: "hosted",
        settings: asking,
        steps: [
          { answersQueries: { trade_state: "REFUND" } },
          { notify: {} },
          { pass: 3599 },
          { notify: { datetime: "20260301130000" } },
          { sweep: true },
        ],
        gives: { state: "paid", items: [], applied: 1, refunded: 0 },
      },
      {
        life: "hosted",
        settings: asking,
        steps: [{ notify: {} }, { pass: 3600 }, { notify: {} }, { sweep: true }],
        gives: { state: "paid", items: [], applied: 1, refunded: 0 },
      },
    ],
  }),
  rule("QRY-RETURN", {
    accepted: [
      returned({}, { state: "paid", applied: 1, submissions: 2 }),
      returned("", { state: "pending", items: [], submissions: 2 }),
      {
        ...returned({}, { state: "pending", submissions: 6 }),
        steps: [
          { answersQueries: { trade_state: "NOTPAY" } },
          { back: "processing" },
          ...[3, 10, 30, 60, 300, 600].flatMap((pass) => [{ pass }, { sweep: true } as const]),
        ],
      },
    ],
    refused: [
      { ...returned({}, { state: "pending", submissions: 1 }), settings: {} },
      {
        ...returned({}, { state: "paid", submissions: 1 }),
        steps: [{ notify: {} }, { back: "processing" }, { pass: 3 }, { sweep: true }],
      },
    ],
  }),
];
