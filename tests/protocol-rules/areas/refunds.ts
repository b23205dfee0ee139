import { type PaymentExample, type Rule, rule, type Step } from "../rule-types.ts";

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
  rule("RFD-MATCH", {
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
  rule("RFQ-FACT", {
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
