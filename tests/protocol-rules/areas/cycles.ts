import { ownRule, type PaymentExample, type Rule, type Step } from "../rule-types.ts";

const cycle = (count: number, more: Readonly<Record<string, string | null>> = {}): Step => ({
  notify: {
    payment_transaction_id: "M",
    payment_period_count: String(count),
    transaction_id: `T${count}`,
    ...more,
  },
});
const plan = (gives: PaymentExample["gives"], ...steps: readonly Step[]): PaymentExample => ({
  life: "subscription",
  steps,
  gives,
});
const closedWithoutCycle: Step = { notify: { enabled: "0", transaction_id: "T1" } };
const days = (count: number): Step => ({ pass: count * 86_400 });
const sweep: Step = { sweep: true };
const failed = { returncode: "2", transaction_id: "F" };

/** Monthly, twelve cycles, three tries an hour apart, begun on 1 March at noon. */
export const cycleRules: readonly Rule[] = [
  ownRule("CYC-STATE", {
    accepted: [
      plan({ reports: ["cycle 2", "cycle 3"], items: [] }, cycle(1), cycle(2), cycle(3)),
      plan({ reports: ["failed 2", "cycle 2"], items: [] }, cycle(1), cycle(2, failed), cycle(2)),
      plan({ reports: ["cycle 3", "cycle 2"], items: [] }, cycle(1), cycle(3), cycle(2), cycle(3)),
      plan({ reports: ["cycle 2"], items: [], applied: 1 }, cycle(2), cycle(1)),
    ],
    refused: [
      plan({ reports: ["failed 2"], items: [] }, cycle(1), cycle(2, failed)),
      plan({ reports: [], items: ["amount-mismatch"] }, cycle(1), cycle(2, { true_amount: "9.99" })),
      plan(
        { reports: ["cycle 2"], items: ["paid-twice"] },
        cycle(1),
        cycle(2),
        cycle(2, { transaction_id: "X" }),
      ),
    ],
  }),
  ownRule("CYC-NUMBER", {
    accepted: [
      plan({ reports: ["cycle 2"] }, cycle(1), cycle(2)),
      plan({ reports: ["cycle 2"] }, cycle(1), cycle(2, { orderid: "20260401000000000001" })),
    ],
    refused: [
      plan(
        { replies: ["200 OK"], items: ["unknown-cycle"], applied: 0 },
        cycle(1, { orderid: "20260401000000000001" }),
      ),
      plan(
        { replies: ["200 OK", "200 OK"], reports: [], items: ["unknown-cycle"] },
        cycle(1),
        cycle(2, { orderid: "X", payment_period_count: null }),
      ),
      plan(
        { reports: ["closed"], items: [] },
        cycle(1),
        cycle(2, { ...failed, orderid: "X", payment_period_count: null, enabled: "0" }),
      ),
      plan(
        { replies: ["200 OK", "200 OK"], reports: [], items: ["unknown-cycle"] },
        cycle(1),
        cycle(2, { orderid: "X", payment_transaction_id: null }),
      ),
      { life: "hosted", steps: [cycle(2, { orderid: "X" })], gives: { replies: ["403 foreign"] } },
    ],
  }),
  ownRule("CYC-SUBSCRIPTION", {
    accepted: [
      plan(
        { reports: ["cycle 2"], items: ["incomplete-notification"] },
        cycle(1),
        cycle(2, { payment_transaction_id: null }),
      ),
    ],
    refused: [
      plan(
        { reports: [], items: ["subscription-mismatch"] },
        cycle(1),
        cycle(2, { payment_transaction_id: "N" }),
      ),
      plan(
        { reports: ["cycle 2"], items: ["subscription-mismatch"], state: "paid" },
        cycle(2),
        cycle(1, { payment_transaction_id: "N" }),
      ),
      plan(
        { reports: ["cycle 2"], items: ["subscription-mismatch"] },
        cycle(1, { ...failed, payment_transaction_id: "N" }),
        cycle(1),
        cycle(2),
      ),
    ],
  }),
  ownRule("CYC-TRANSACTION", {
    accepted: [
      plan({ reports: ["cycle 2", "cycle 3"], items: [] }, cycle(1), cycle(2), cycle(3), cycle(2)),
      plan({ reports: ["cycle 2"], items: [] }, cycle(1), cycle(1, { transaction_id: "T2" }), cycle(2)),
      plan(
        { reports: ["cycle 2", "cycle 3"], items: [] },
        cycle(1),
        cycle(2),
        cycle(2, { transaction_id: "T3" }),
        cycle(3),
      ),
      plan({ reports: ["cycle 2"], items: [] }, cycle(1), cycle(2), cycle(2, { payment_period_count: "00" })),
    ],
    refused: [
      plan({ reports: [], items: ["transaction-reused"] }, cycle(1), cycle(2, { transaction_id: "T1" })),
      plan(
        { reports: ["cycle 2"], items: ["transaction-reused"] },
        cycle(1),
        cycle(2),
        cycle(3, { transaction_id: "T2" }),
      ),
      plan({ state: "review", items: ["transaction-reused"] }, cycle(2), cycle(1, { transaction_id: "T2" })),
    ],
  }),
  ownRule("CYC-PLAN", {
    accepted: [plan({ reports: ["cycle 12"], items: [] }, cycle(1), cycle(12))],
    refused: [
      plan({ reports: [], items: ["unexpected-cycle"] }, cycle(1), cycle(13)),
      plan({ reports: [], items: ["unexpected-cycle"] }, cycle(1), cycle(999_999_999)),
    ],
  }),
  ownRule("CYC-CLOSED", {
    accepted: [
      plan({ reports: ["cycle 2", "closed"], items: [] }, cycle(1), cycle(2, { enabled: "0" })),
      plan({ reports: ["cycle 2", "closed"], items: [] }, cycle(1), cycle(2), cycle(2, { enabled: "0" })),
      plan({ reports: ["cycle 2", "closed"], items: [] }, cycle(1), days(31), cycle(2), closedWithoutCycle),
      plan({ reports: ["closed", "cycle 2"], items: [] }, cycle(1), days(31), closedWithoutCycle, cycle(2)),
    ],
    refused: [
      plan(
        { reports: ["closed", "cycle 2"], items: ["charged-after-closing"] },
        cycle(1),
        cycle(1, { enabled: "0" }),
        cycle(2),
      ),
      plan(
        { reports: ["closed", "cycle 2"], items: ["charged-after-closing"] },
        cycle(1),
        closedWithoutCycle,
        cycle(2),
      ),
      plan({ reports: ["cycle 2"], items: [] }, cycle(1), cycle(2, { enabled: "1" })),
    ],
  }),
  ownRule("CYC-RENEWAL", {
    accepted: [plan({ reports: ["cycle 2"], applied: 1 }, cycle(1), cycle(2), cycle(2), cycle(1))],
    refused: [plan({ reports: [], applied: 0 }, cycle(2))],
  }),
  ownRule("CYC-CALENDAR", {
    accepted: [
      // due on 1 April at noon; the grace of a second more than the tries ends at three
      {
        life: "subscription",
        settings: { cycleMargin: 1 },
        steps: [cycle(1), days(31), { pass: 3 * 3600 + 1 }, sweep],
        gives: { reports: ["overdue 2"] },
      },
    ],
    refused: [
      {
        life: "subscription",
        settings: { cycleMargin: 1 },
        steps: [cycle(1), days(31), { pass: 3 * 3600 }, sweep],
        gives: { reports: [] },
      },
      { options: { timeZone: "Mars/Olympus" }, problems: ["timeZone"] },
    ],
  }),
  ownRule("CYC-FAILED", {
    accepted: [
      plan({ reports: ["failed 2"], items: [] }, cycle(1), cycle(2, failed), cycle(2, failed), sweep),
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
  ownRule("CYC-OVERDUE", {
    accepted: [
      plan({ reports: ["overdue 2"], items: ["cycle-overdue"] }, cycle(1), days(33), sweep),
      plan({ reports: ["overdue 2", "cycle 2"], items: [] }, cycle(1), days(33), sweep, cycle(2)),
      plan(
        { reports: ["failed 2", "overdue 2"], items: ["cycle-overdue"] },
        cycle(1),
        cycle(2, failed),
        days(33),
        sweep,
      ),
      { options: { cycleMargin: 3600 } },
    ],
    refused: [
      plan({ reports: ["cycle 2"], items: [] }, cycle(1), cycle(2), days(33), sweep),
      plan({ reports: ["closed"], items: [] }, cycle(1), cycle(1, { enabled: "0" }), days(33), sweep),
      { options: { cycleMargin: 0 }, problems: ["cycleMargin"] },
    ],
  }),
];
