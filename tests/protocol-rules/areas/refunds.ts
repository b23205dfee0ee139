import type { PaymentExample, Rule, Step } from "../rule-types.ts";
import { ownRule } from "../rule-types.ts";

const settings = { operations: { query: {}, refund: {}, refundQuery: {}, disputeWebhook: {} } };

/** A paid order of 19.99 USD with the transaction T1, then these steps. */
const refunded = (steps: readonly Step[], gives: PaymentExample["gives"]): PaymentExample => ({
  life: "hosted",
  settings,
  steps: [{ notify: { transaction_id: "T1" } }, ...steps],
  gives,
});

const lost: Step = { answersRefunds: "" };
const checked: readonly Step[] = [{ pass: 10 }, { sweep: true }];
const reported = (fields: Readonly<Record<string, string>>): Step => ({
  dispute: {
    ...{ alert_type: "Refund", refund_orderid: "R-1", refund_amount: "5.00", transaction_id: "T1" },
    ...fields,
  },
});

/** What becomes of refunds through the gateway. The calls are not in SPEC. */
export const refundStateRules: readonly Rule[] = [
  ownRule("RFD-STATE", {
    accepted: [
      refunded([{ refund: 500 }], { refunds: ["accepted"], refunded: 0, state: "paid" }),
      refunded([{ refund: 500 }, { answersRefundQueries: { refund_status: "1" } }, ...checked], {
        refunds: ["succeeded"],
        refunded: 500,
        items: [],
      }),
      refunded([{ refund: 500 }, reported({ alert_status: "11" }), reported({})], {
        refunds: ["succeeded"],
        refunded: 500,
      }),
    ],
    refused: [
      refunded([{ answersRefunds: { returncode: "11" } }, { refund: 500 }], {
        refunds: ["failed"],
        refunded: 0,
        items: [],
      }),
      refunded([{ refund: 500 }, { answersRefundQueries: { refund_status: "3" } }, ...checked], {
        refunds: ["failed"],
        refunded: 0,
        items: ["refund-failed"],
      }),
    ],
  }),
  ownRule("RFD-ONCE", {
    accepted: [
      refunded([{ refund: 500 }, { refund: 500 }], { submissions: 2, refunds: ["accepted"] }),
      refunded([{ refund: 500 }, { refund: 500, key: "key-2" }], {
        submissions: 3,
        refunds: ["accepted", "accepted"],
      }),
    ],
    refused: [
      refunded([lost, { refund: 500 }, { refund: 500 }], { submissions: 2, refunds: ["unknown"] }),
      refunded([{ answersRefunds: { sign: "0" } }, { refund: 500 }, { refund: 500 }], {
        submissions: 2,
        refunds: ["unknown"],
      }),
    ],
  }),
  ownRule("RFD-LIMIT", {
    accepted: [
      refunded([{ refund: 1000 }, { refund: 999, key: "key-2" }], { refunds: ["accepted", "accepted"] }),
      refunded([{ answersRefunds: { returncode: "11" } }, { refund: 1999 }, { refund: 1999, key: "key-2" }], {
        refunds: ["failed", "failed"],
      }),
    ],
    refused: [
      refunded([{ refund: 1000 }, { refund: 1000, key: "key-2" }], { refunds: ["accepted"], submissions: 2 }),
      refunded([lost, { refund: 1000 }, { refund: 1000, key: "key-2" }], { refunds: ["unknown"] }),
      refunded(
        [
          { resolve: "record-refund", refund: { minor: 1000, reference: "B" } },
          { refund: 1000, key: "key-2" },
        ],
        { refunds: [], refunded: 1000 },
      ),
      refunded([{ refund: 1000 }, { resolve: "record-refund", refund: { minor: 1000, reference: "B" } }], {
        refunds: ["accepted"],
        refunded: 0,
      }),
    ],
  }),
  ownRule("RFD-MATCH", {
    accepted: [
      refunded([{ refund: 500 }, reported({})], { refunds: ["succeeded"], refunded: 500 }),
      refunded([lost, { refund: 500 }, reported({ refund_orderid: "R-7" })], {
        refunds: ["succeeded"],
        refunded: 500,
      }),
      refunded([reported({})], { refunds: ["succeeded"], refunded: 500, items: [] }),
    ],
    refused: [
      refunded([lost, { refund: 500 }, reported({ refund_amount: "4.00" })], {
        refunds: ["unknown", "succeeded"],
        refunded: 400,
      }),
      refunded([{ refund: 500 }, reported({ refund_orderid: "R-7" })], {
        refunds: ["accepted", "succeeded"],
        refunded: 500,
      }),
      refunded([reported({ refund_amount: "20.00" })], {
        refunds: ["succeeded"],
        refunded: 0,
        items: ["refund-notice"],
      }),
    ],
  }),
  ownRule("RFQ-FACT", {
    accepted: [
      refunded([lost, { refund: 500 }, { answersRefundQueries: { refund_status: "2" } }, ...checked], {
        refunds: ["accepted"],
      }),
      refunded([{ answersRefundQueries: { refund_status: "1" } }, { query: { trade_state: "REFUND" } }], {
        refunds: ["succeeded"],
        refunded: 500,
        items: [],
      }),
    ],
    refused: [
      refunded(
        [{ refund: 500 }, { answersRefundQueries: { refund_status: "1", transaction_id: "T2" } }, ...checked],
        { refunds: ["accepted"] },
      ),
      refunded([{ refund: 500 }, { answersRefundQueries: { refund_status: "1", sign: "0" } }, ...checked], {
        refunds: ["accepted"],
      }),
      refunded(
        [{ refund: 500 }, { answersRefundQueries: { refund_status: "1", currency: "EUR" } }, ...checked],
        { refunds: ["accepted"] },
      ),
    ],
  }),
];
