import type { PaymentExample, Step } from "../rule-types.ts";
import { ownRule, type Rule } from "../rule-types.ts";

const good: Step = { notify: {} };
const short: Step = { notify: { true_amount: "1.00" } };
const bad: Step = { notify: { returncode: "2" } };
const life = (gives: PaymentExample["gives"], ...steps: Step[]): PaymentExample => ({
  life: "hosted",
  steps,
  gives,
});
const answered = (answer: string, gives: PaymentExample["gives"], ...steps: Step[]): PaymentExample => ({
  ...life(gives, ...steps),
  answer,
});
const approved = '{"status":0}';

const firstCycle = { payment_period_count: "1", payment_transaction_id: "M1" };

export const stateRules: readonly Rule[] = [
  ownRule("STATE-PAID", {
    accepted: [
      life({ state: "paid", applied: 1 }, good),
      life({ state: "paid", applied: 1 }, { resolve: "accept" }),
      life({ state: "paid", applied: 1 }, good, bad, { resolve: "dismiss" }, short),
      life({ state: "paid", applied: 1 }, { resolve: "dismiss" }, good),
    ],
    refused: [
      life({ state: "review", applied: 0 }, short),
      answered(approved, { state: "approved", applied: 0 }),
      life({ state: "pending", applied: 0 }, { resolve: "record-refund" }),
    ],
  }),
  ownRule("STATE-CLOSED", {
    accepted: [
      life({ state: "closed" }, { resolve: "dismiss" }),
      life({ state: "closed" }, short, { resolve: "dismiss" }),
      life({ state: "closed" }, { resolve: "dismiss" }, bad),
    ],
    refused: [life({ state: "paid" }, { resolve: "dismiss" }, good), life({ state: "failed" }, bad)],
  }),
  ownRule("STATE-REFUNDED", {
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
  ownRule("STATE-REVIEW", {
    accepted: [
      life({ state: "review" }, short),
      life({ state: "review" }, bad, short),
      answered(approved, { state: "review" }, bad),
    ],
    refused: [life({ state: "paid" }, short, good), answered(approved, { state: "paid" }, bad, good)],
  }),
  ownRule("STATE-FAILED", {
    accepted: [
      life({ state: "failed" }, bad),
      answered('{"status":2}', { state: "failed" }),
      answered('{"status":"error","msg":"sign"}', { state: "failed" }),
    ],
    refused: [
      life({ state: "paid" }, bad, good),
      answered('{"status":"error","msg":"duplicate"}', { state: "pending" }),
      answered('{"status":2}', { state: "paid" }, good),
    ],
  }),
  ownRule("STATE-APPROVED", {
    accepted: [answered(approved, { state: "approved", starts: ["waiting"] })],
    refused: [
      answered(approved, { state: "paid" }, good),
      answered(approved, { state: "review" }, bad),
      life({ state: "pending" }),
    ],
  }),
  ownRule("STATE-PENDING", {
    accepted: [
      life({ state: "pending" }),
      answered("", { state: "pending" }),
      answered('{"status":"error","msg":"Order already exists"}', { state: "pending" }),
      life({ state: "pending" }, { notify: { returncode: "1" } }),
    ],
    refused: [life({ state: "failed" }, bad), answered('{"status":2}', { state: "failed" })],
  }),
  ownRule("STATE-CREATED", {
    accepted: [{ life: "hosted", answer: "never", steps: [], gives: { state: "created", starts: [] } }],
    refused: [life({ state: "pending" })],
  }),
  ownRule("STATE-BOUND", {
    accepted: [
      life({ state: "failed", facts: 8 }, ...declines(30)),
      life({ state: "paid", facts: 9, applied: 1 }, ...declines(30), good),
    ],
    refused: [life({ state: "failed", facts: 7 }, ...declines(6))],
  }),
];

/** Failures of this many transactions. */
function declines(count: number): Step[] {
  return Array.from({ length: count }, (_, index) => ({
    notify: { returncode: "2", transaction_id: `F${index}` },
  }));
}

export const reviewItemRules: readonly Rule[] = [
  ownRule("ITEM-MISMATCH", {
    accepted: [
      life({ items: ["amount-mismatch"] }, short, short),
      life({ items: ["amount-mismatch", "amount-mismatch"] }, short, {
        notify: { true_amount: "1.00", transaction_id: "T2" },
      }),
      life({ items: ["amount-mismatch"] }, short, good),
    ],
    refused: [
      life({ items: [] }, good),
      life({ items: [] }, { notify: { returncode: "2", true_amount: "0.00" } }),
    ],
  }),
  ownRule("ITEM-CONTRADICTORY", {
    accepted: [
      life({ items: ["contradictory-results"] }, good, bad),
      life({ items: ["contradictory-results"] }, bad, good),
      answered(approved, { items: ["contradictory-results"] }, bad),
      life({ items: ["amount-mismatch", "contradictory-results"] }, short, bad),
    ],
    refused: [
      life({ items: [] }, bad, { notify: { transaction_id: "T2" } }),
      answered('{"status":2}', { items: [] }, good),
    ],
  }),
  ownRule("ITEM-TWICE", {
    accepted: [
      life({ items: ["paid-twice"], applied: 1 }, good, { notify: { transaction_id: "T2" } }),
      life(
        { items: ["paid-twice"], applied: 1, submissions: 2 },
        { start: "link" },
        { notify: {}, of: 0 },
        { notify: { transaction_id: "T2" }, of: 1 },
      ),
    ],
    refused: [
      life({ items: [], applied: 1 }, good, { notify: { datetime: "20260301120010" } }),
      life({ items: ["amount-mismatch"], applied: 1 }, good, {
        notify: { transaction_id: "T2", amount: "1.00" },
      }),
    ],
  }),
  ownRule("ITEM-CODE", {
    accepted: [
      life({ items: ["unknown-code"] }, { notify: { returncode: "1" } }),
      life(
        { items: ["unknown-code", "unknown-code"] },
        { notify: { returncode: "1" } },
        { notify: { returncode: "3" } },
        { notify: { returncode: "3" } },
      ),
    ],
    refused: [life({ items: [] }, good), life({ items: [] }, bad)],
  }),
  ownRule("ITEM-NOTICE", {
    accepted: [life({ items: ["refund-notice"], state: "pending" }, { notify: { alert_type: "dispute" } })],
    refused: [life({ items: [] }, { notify: {}, unsigned: { alert_type: "dispute" } })],
  }),
  ownRule("ITEM-CYCLE", {
    accepted: [
      {
        life: "subscription",
        steps: [{ notify: { payment_period_count: "00" } }],
        gives: { items: ["unknown-cycle"], state: "pending" },
      },
      {
        life: "subscription",
        steps: [{ notify: { orderid: "X", payment_transaction_id: "M" } }],
        gives: { items: ["unknown-cycle"], state: "pending" },
      },
    ],
    refused: [
      {
        life: "subscription",
        steps: [{ notify: { payment_transaction_id: "M", payment_period_count: "1" } }],
        gives: { items: [] },
      },
      {
        life: "hosted",
        steps: [{ notify: { payment_period_count: "0" } }],
        gives: { items: [], state: "paid" },
      },
    ],
  }),
  ownRule("ITEM-UNVERIFIED", {
    accepted: [
      life({ items: ["not-verified"] }, { notify: {}, sign: "" }),
      life({ items: ["not-verified"] }, { notify: {}, sign: "x" }, { notify: { msg: "b" }, sign: "y" }),
      life({ items: ["not-verified"] }, { notify: { memberid: "1" }, sign: "" }),
      life({ items: ["not-verified"] }, { body: "a=1&a=2" }),
    ],
    refused: [life({ items: [] }, { address: "other token" }), life({ items: [] }, { body: "" })],
  }),
  ownRule("ITEM-WEAKER", {
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
  ownRule("ITEM-FIELDS", {
    accepted: [
      {
        life: "subscription",
        steps: [{ notify: { payment_period_count: "1" } }, { notify: { payment_period_count: "1" } }],
        gives: { items: ["incomplete-notification"], state: "paid", applied: 1 },
      },
      {
        life: "subscription",
        steps: [{ notify: { payment_transaction_id: "M" } }],
        gives: { items: ["incomplete-notification"], state: "paid" },
      },
    ],
    refused: [
      {
        life: "subscription",
        steps: [{ notify: { payment_transaction_id: "M", payment_period_count: "1" } }],
        gives: { items: [], state: "paid" },
      },
      life({ items: [], state: "paid" }, { notify: {} }),
    ],
  }),
];
