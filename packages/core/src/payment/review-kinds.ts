import { addDefaultReviewKindRules } from "./default-review-kind-rules.ts";
import type { ReviewKindRules } from "./review-kind-rules.ts";

/** An item about a job that staff can only retry or dismiss. */
const retryOrDismiss = {
  retryRuns: "job",
  allowedActions: ["dismiss"],
  recommendedAction: "retry",
  decides: "item",
} as const;

/** An item that staff can only dismiss, which decides nothing else. */
const dismissOnly = { allowedActions: ["dismiss"], recommendedAction: "dismiss", decides: "item" } as const;

/** The kinds of review items. A new kind is one entry here, and its texts in `status/texts`. The compiler reports the rest. */
export const reviewKinds = addDefaultReviewKindRules({
  // What the shop has not done, or does not know: an order, a report, a check, a refund.

  /** The order of a paid attempt could not be placed. */
  "order-not-placed": {
    scope: "attempt",
    retryRuns: "job",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "depends",
    money: "asked-amount",
    frees: "attempt",
    texts: { meaning: "attempt", limit: "order-waits" },
  },
  /** The renewal of a paid cycle could not be placed. */
  "renewal-not-placed": {
    scope: "cycle",
    retryRuns: "job",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "depends",
    money: "asked-amount",
    texts: { meaning: "renewal", limit: "order-waits" },
  },
  /** The shop could not be informed that a subscription was closed, that a cycle is overdue, or that its charge was declined. */
  "host-not-informed": {
    scope: "subscription",
    ...retryOrDismiss,
    texts: { meaning: "item", limit: "shop-not-informed" },
  },
  /** A requested cancellation of a subscription has no clear outcome, or the gateway refused it later (CAN-RETRY). */
  "subscription-not-cancelled": {
    scope: "subscription",
    ...retryOrDismiss,
    texts: { meaning: "item", limit: "not-cancelled" },
  },
  /** Whether an attempt has a result, or was refunded, could not be checked. */
  "result-not-checked": {
    scope: "attempt",
    retryRuns: "job",
    allowedActions: [],
    recommendedAction: "retry",
    texts: { meaning: "action", limit: "check-pending" },
  },
  /** Attempts of a payment have no result. */
  "no-result": { scope: "payment", recommendedAction: "depends" },
  /** Whether a cycle was paid could not be checked. */
  "cycle-not-checked": {
    scope: "cycle",
    retryRuns: "job",
    allowedActions: [],
    recommendedAction: "retry",
    texts: { meaning: "action", limit: "check-pending" },
  },
  /** A recorded refund could not be added to the shop's own records of the order. */
  "refund-not-synced": {
    scope: "refund",
    ...retryOrDismiss,
    texts: { meaning: "item", limit: "refund-recorded" },
  },
  /** Nobody knows how a refund through the gateway ended. */
  "refund-not-confirmed": {
    scope: "refund",
    retryRuns: "job",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "retry",
    decides: "refund",
    texts: { meaning: "refund", limit: "refund-sent" },
  },
  /** The gateway accepted a refund, and reported later that it failed. */
  "refund-failed": { scope: "refund", ...dismissOnly, texts: { meaning: "item", limit: "refund-failed" } },
  /** Notifications do not verify: one item for each episode. */
  "not-verified": { scope: "attempt", retryRuns: "verification", recommendedAction: "retry" },
  /** The shop asks for a refund. */
  "refund-requested": {
    scope: "refund",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    money: "placed-order",
    texts: { meaning: "item", limit: "paid" },
  },

  // What the gateway reported, or should have reported.

  /** A transaction reports another amount or currency. */
  "amount-mismatch": {
    scope: "transaction",
    recommendedAction: "record-refund",
    frees: "transaction",
    money: "reported-amount",
  },
  /** A transaction is reported as successful and as failed. */
  "contradictory-results": { scope: "transaction", recommendedAction: "depends", money: "placed-order" },
  /** A further transaction paid the attempt or the cycle, or a further attempt paid the payment. */
  "paid-twice": {
    scope: "transaction",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    money: "asked-amount",
    texts: { meaning: "item", limit: "paid" },
  },
  /** A transaction is neither successful nor failed. */
  "unknown-code": { scope: "transaction", recommendedAction: "depends", money: "placed-order" },
  /** A transaction of a subscription whose cycle is unknown. */
  "unknown-cycle": {
    scope: "transaction",
    recommendedAction: "record-refund",
    needsCycle: true,
    decides: "transaction",
    texts: { meaning: "item", limit: "none" },
  },
  /** The gateway reports a refund or a dispute. */
  "refund-notice": { scope: "transaction", recommendedAction: "record-refund", money: "placed-order" },
  /** The dispute webhook reports a chargeback or an alert, or a refund that core cannot read (DSP-ITEM). */
  dispute: {
    scope: "transaction",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    decides: "recorded-refund",
    money: "placed-order",
    texts: { meaning: "item", limit: "dispute" },
  },
  /** A transaction that paid one cycle is reported for another. */
  "transaction-reused": { scope: "transaction", recommendedAction: "dismiss", frees: "transaction" },
  /** A notification is signed by a weaker rule than earlier ones (NSIG-WEAKER). */
  "weaker-signature": {
    scope: "transaction",
    ...dismissOnly,
    texts: { meaning: "item", limit: "signature-only" },
  },
  /** A notification of a subscription lacks a field that the protocol requires (ITEM-FIELDS). */
  "incomplete-notification": {
    scope: "transaction",
    ...dismissOnly,
    texts: { meaning: "item", limit: "fields-only" },
  },
  /** A notification names another subscription. */
  "subscription-mismatch": { scope: "subscription", recommendedAction: "depends", money: "placed-order" },
  /** A cycle was charged that the plan does not have. */
  "unexpected-cycle": { scope: "cycle", recommendedAction: "record-refund" },
  /** A cycle was charged after the subscription was closed. */
  "charged-after-closing": {
    scope: "cycle",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    money: "placed-order",
    texts: { meaning: "item", limit: "paid" },
  },
  /** A cycle should be paid by now. */
  "cycle-overdue": {
    scope: "cycle",
    allowedActions: ["accept", "dismiss"],
    recommendedAction: "dismiss",
    texts: { meaning: "action", limit: "no-charge" },
  },
});

/** The kind of a review item. */
export type ReviewKind = keyof typeof reviewKinds;

/** The kinds whose rules have this value. */
export type ReviewKindsWithRule<Rule extends keyof ReviewKindRules, Value extends ReviewKindRules[Rule]> = {
  [Kind in ReviewKind]: (typeof reviewKinds)[Kind][Rule] extends Value ? Kind : never;
}[ReviewKind];

/** The names of all kinds. */
export const reviewKindNames = Object.keys(reviewKinds) as readonly ReviewKind[];
