import { type PaymentExample, type Rule, rule, type Step } from "../rule-types.ts";

const good: Step = { notify: {} };
const short: Step = { notify: { true_amount: "1.00" } };
const bad: Step = { notify: { returncode: "2" } };
const life = (gives: PaymentExample["gives"], ...steps: Step[]): PaymentExample => ({
  life: "hosted",
  steps,
  gives,
});
const plan = (gives: PaymentExample["gives"], ...steps: Step[]): PaymentExample => ({
  life: "subscription",
  steps,
  gives,
});
const cycle = (count: number, more: Readonly<Record<string, string>> = {}): Step => ({
  notify: {
    payment_transaction_id: "M",
    payment_period_count: String(count),
    transaction_id: `T${count}`,
    ...more,
  },
});
const failed = { returncode: "2", transaction_id: "F" };
const firstCycle = { payment_period_count: "1", payment_transaction_id: "M1" };

/** What becomes of a payment, where no test of one module sees the whole. */
export const paymentRules: readonly Rule[] = [
  rule("NOT-DATETIME", {
    accepted: [
      life({ state: "paid", items: [] }, { notify: { datetime: "99999999999999" } }),
      life({ applied: 1, facts: 2 }, good, { notify: { datetime: "20260301130000" } }),
    ],
    refused: [life({ replies: ["400 malformed"], applied: 0 }, { notify: { datetime: null } })],
  }),
  rule("NSIG-NINE", {
    refused: [
      plan(
        { replies: ["401 mismatch"], state: "pending", items: ["not-verified"] },
        { notify: {}, unsigned: { payment_period_count: "2" } },
      ),
    ],
  }),
  rule("STATE-REFUNDED", {
    accepted: [
      life({ state: "refunded" }, short, { resolve: "record-refund" }),
      life({ state: "refunded" }, { due: null }, good, {
        resolve: "record-refund",
        item: "order-not-placed",
      }),
    ],
    refused: [
      life({ state: "paid" }, good, { resolve: "record-refund", refund: { minor: 1999, reference: "R-1" } }),
      life({ state: "paid" }, short, { resolve: "record-refund" }, good),
      life({ state: "failed" }, bad, { resolve: "record-refund" }),
    ],
  }),
  rule("ITEM-UNVERIFIED", {
    accepted: [
      life({ items: ["not-verified"] }, { notify: {}, sign: "" }),
      life({ items: ["not-verified"] }, { notify: {}, sign: "x" }, { notify: { msg: "b" }, sign: "y" }),
      life({ items: ["not-verified"] }, { notify: { memberid: "1" }, sign: "" }),
      life({ items: ["not-verified"] }, { body: "a=1&a=2" }),
    ],
    refused: [life({ items: [] }, { address: "other token" }), life({ items: [] }, { body: "" })],
  }),
  rule("ITEM-WEAKER", {
    accepted: [
      {
        life: "subscription",
        settings: { signRules: ["received", "nine"] },
        steps: [
          { notify: { returncode: "2", transaction_id: "T0", ...firstCycle } },
          { notify: {}, unsigned: firstCycle },
        ],
        gives: { items: ["weaker-signature"], state: "paid" },
      },
    ],
    refused: [life({ items: [] }, { notify: { msg: "signed" } }, { notify: { msg: "signed again" } })],
  }),
  rule("CYC-FAILED", {
    accepted: [
      plan({ reports: ["failed 2"], items: [] }, cycle(1), cycle(2, failed), cycle(2, failed), {
        sweep: true,
      }),
      plan(
        { reports: ["failed 2", "failed 2"], items: [] },
        cycle(1),
        cycle(2, failed),
        cycle(2, { returncode: "2", transaction_id: "G" }),
      ),
      plan({ reports: ["failed 2"], items: [] }, cycle(2, failed), cycle(1)),
    ],
    refused: [
      plan({ reports: ["cycle 2"], items: [] }, cycle(1), cycle(2), cycle(2, failed)),
      plan({ reports: ["cycle 2"], items: [] }, cycle(2, failed), cycle(2), cycle(1)),
      plan({ reports: ["closed"], items: [] }, cycle(1), cycle(2, { ...failed, enabled: "0" })),
      plan(
        { reports: [], items: ["subscription-mismatch"] },
        cycle(1),
        cycle(2, { ...failed, payment_transaction_id: "N" }),
      ),
    ],
  }),
];
