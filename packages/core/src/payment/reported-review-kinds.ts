import { openQuestion } from "./open-question.ts";
import type { ReviewKindRules } from "./review-kind-rules.ts";

/** The kinds about what the gateway reported, or should have reported. */
export const reportedReviewKinds = {
  /** A transaction reports another amount or currency. */
  "amount-mismatch": {
    ...openQuestion,
    scope: "transaction",
    recommendedAction: "record-refund",
    frees: "transaction",
    money: "reported-amount",
  },
  /** A transaction is reported as successful and as failed. */
  "contradictory-results": {
    ...openQuestion,
    scope: "transaction",
    recommendedAction: "depends",
    money: "placed-order",
  },
  /** A further transaction paid the attempt or the cycle; with the dedupe key 1, a further attempt paid the payment. */
  "paid-twice": {
    ...openQuestion,
    scope: "transaction",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    money: "asked-amount",
    texts: { meaning: "item", limit: "paid" },
  },
  /** A transaction is neither successful nor failed. */
  "unknown-code": {
    ...openQuestion,
    scope: "transaction",
    recommendedAction: "depends",
    money: "placed-order",
  },
  /** A transaction of a subscription whose cycle is unknown. */
  "unknown-cycle": {
    ...openQuestion,
    scope: "transaction",
    recommendedAction: "record-refund",
    needsCycle: true,
    decides: "transaction",
    texts: { meaning: "item", limit: "none" },
  },
  /** The gateway reports a refund or a dispute. */
  "refund-notice": {
    ...openQuestion,
    scope: "transaction",
    recommendedAction: "record-refund",
    money: "placed-order",
  },
  /** The dispute webhook reports a chargeback or an alert, or a refund that core cannot read (DSP-ITEM). */
  dispute: {
    ...openQuestion,
    scope: "transaction",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    decides: "recorded-refund",
    money: "placed-order",
    texts: { meaning: "item", limit: "dispute" },
  },
  /** A transaction that paid one cycle is reported for another. */
  "transaction-reused": {
    ...openQuestion,
    scope: "transaction",
    recommendedAction: "dismiss",
    frees: "transaction",
  },
  /** A notification is signed by a weaker rule than earlier ones (NSIG-WEAKER). */
  "weaker-signature": {
    ...openQuestion,
    scope: "transaction",
    allowedActions: ["dismiss"],
    recommendedAction: "dismiss",
    decides: "item",
    texts: { meaning: "item", limit: "signature-only" },
  },
  /** A notification of a subscription lacks a field that the protocol requires (ITEM-FIELDS). */
  "incomplete-notification": {
    ...openQuestion,
    scope: "transaction",
    allowedActions: ["dismiss"],
    recommendedAction: "dismiss",
    decides: "item",
    texts: { meaning: "item", limit: "fields-only" },
  },
  /** A notification names another subscription. */
  "subscription-mismatch": {
    ...openQuestion,
    scope: "subscription",
    recommendedAction: "depends",
    money: "placed-order",
  },
  /** A cycle was charged that the plan does not have. */
  "unexpected-cycle": {
    ...openQuestion,
    scope: "cycle",
    recommendedAction: "record-refund",
  },
  /** A cycle was charged after the subscription was closed. */
  "charged-after-closing": {
    ...openQuestion,
    scope: "cycle",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    money: "placed-order",
    texts: { meaning: "item", limit: "paid" },
  },
  /** A cycle should be paid by now. */
  "cycle-overdue": {
    ...openQuestion,
    scope: "cycle",
    allowedActions: ["accept", "dismiss"],
    recommendedAction: "dismiss",
    texts: { meaning: "action", limit: "no-charge" },
  },
} as const satisfies Record<string, ReviewKindRules>;
