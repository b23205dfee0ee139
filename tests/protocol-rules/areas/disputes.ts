import type { PaymentExample, Rule, Step } from "../rule-types.ts";
import { ownRule } from "../rule-types.ts";

const settings = { operations: { disputeWebhook: {} } };

/** A paid order, then these messages of the dispute webhook. */
const disputed = (steps: readonly Step[], gives: PaymentExample["gives"]): PaymentExample => ({
  life: "hosted",
  settings,
  steps: [{ notify: {} }, ...steps],
  gives,
});

const refund = { alert_type: "Refund", refund_orderid: "R1", refund_amount: "5.00" };

/** What becomes of the messages of the dispute webhook. The webhook is not in SPEC. */
export const disputeRules: readonly Rule[] = [
  ownRule("DSP-ADDRESS", {
    accepted: [{ options: settings }, disputed([{ dispute: {} }], { replies: ["200 OK", "200 OK"] })],
    refused: [
      { options: { operations: { disputeWebhook: true } }, problems: ["operations.disputeWebhook"] },
      { ...disputed([{ dispute: {} }], { replies: ["200 OK", "404 unknown"], items: [] }), settings: {} },
    ],
  }),
  ownRule("DSP-RECEIVE", {
    accepted: [
      disputed([{ dispute: {} }, { dispute: {} }], { replies: ["200 OK", "200 OK", "200 OK"], facts: 3 }),
    ],
    refused: [
      disputed([{ dispute: {}, sign: "" }], { replies: ["200 OK", "401 unsigned"], items: [], facts: 2 }),
      disputed([{ dispute: {}, sign: "0".repeat(32) }], { replies: ["200 OK", "401 mismatch"], items: [] }),
      disputed([{ dispute: { memberid: "10001" } }], { replies: ["200 OK", "403 foreign"], items: [] }),
      disputed([{ dispute: { orderid: "0".repeat(20) } }], { replies: ["200 OK", "404 unknown"], items: [] }),
      disputed([{ dispute: { alert_type: "" } }], {
        replies: ["200 OK", "400 malformed"],
        items: ["not-verified"],
        facts: 2,
      }),
    ],
  }),
  ownRule("DSP-FACT", {
    accepted: [
      disputed([{ dispute: {} }], { state: "paid", applied: 1, facts: 3 }),
      disputed([{ dispute: {} }, { dispute: { refund_amount: "19.990" } }], { facts: 3 }),
      {
        life: "hosted",
        settings,
        steps: [{ dispute: {} }, { notify: {} }],
        gives: { states: ["pending", "pending", "paid"], applied: 0, facts: 3 },
      },
    ],
    refused: [
      {
        life: "hosted",
        settings,
        steps: [{ dispute: {} }],
        gives: { state: "pending", applied: 0, facts: 2 },
      },
    ],
  }),
  ownRule("DSP-ITEM", {
    accepted: [
      disputed([{ dispute: {} }], { items: ["dispute"] }),
      disputed([{ dispute: {} }, { dispute: { alert_type: "Ethoca" } }], { items: ["dispute", "dispute"] }),
      disputed(
        [
          { dispute: {} },
          { resolve: "record-refund", item: "dispute", refund: { minor: 1999, reference: "C" } },
        ],
        { items: [], refunded: 1999, state: "paid" },
      ),
    ],
    refused: [
      disputed([{ dispute: {} }, { dispute: { alert_datetime: "2026-03-06 10:00:00" } }], {
        items: ["dispute"],
        facts: 4,
      }),
      disputed([{ dispute: {} }, { resolve: "dismiss", item: "dispute" }], {
        items: [],
        facts: 3,
        refunded: 0,
      }),
    ],
  }),
  ownRule("DSP-REFUND", {
    accepted: [
      disputed([{ dispute: refund }, { dispute: refund }], {
        items: [],
        refunded: 500,
        state: "paid",
        facts: 3,
      }),
      disputed([{ dispute: { ...refund, alert_status: "11" } }], { items: [], refunded: 0, facts: 3 }),
    ],
    refused: [
      disputed([{ dispute: { ...refund, refund_orderid: "" } }], { items: ["dispute"], refunded: 0 }),
      disputed([{ dispute: { ...refund, refund_amount: "5,00" } }], { items: ["dispute"], refunded: 0 }),
      disputed([{ dispute: { ...refund, alert_status: "22" } }], { items: ["dispute"], refunded: 0 }),
    ],
  }),
];
