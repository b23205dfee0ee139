import { openQuestion } from "./open-question.ts";
import type { ReviewKindRules } from "./review-kind-rules.ts";

/** The kinds about what the shop has not done, or does not know: an order, a report, a check, a refund. */
export const pendingReviewKinds = {
  /** The order of a paid attempt could not be placed. */
  "order-not-placed": {
    ...openQuestion,
    scope: "attempt",
    retryRuns: "job",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "depends",
    frees: "attempt",
    money: "asked-amount",
    texts: { meaning: "attempt", limit: "order-waits" },
  },
  /** The renewal of a paid cycle could not be placed. */
  "renewal-not-placed": {
    ...openQuestion,
    scope: "cycle",
    retryRuns: "job",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "depends",
    money: "asked-amount",
    texts: { meaning: "renewal", limit: "order-waits" },
  },
  /** The shop could not be informed that a subscription was closed, that a cycle is overdue, or that its charge was declined. */
  "host-not-informed": {
    ...openQuestion,
    scope: "subscription",
    retryRuns: "job",
    allowedActions: ["dismiss"],
    recommendedAction: "retry",
    decides: "item",
    texts: { meaning: "item", limit: "shop-not-informed" },
  },
  /** A requested cancellation of a subscription has no clear outcome, or the gateway refused it later (CAN-RETRY). */
  "subscription-not-cancelled": {
    ...openQuestion,
    scope: "subscription",
    retryRuns: "job",
    allowedActions: ["dismiss"],
    recommendedAction: "retry",
    decides: "item",
    texts: { meaning: "item", limit: "not-cancelled" },
  },
  /** Whether an attempt has a result could not be checked. */
  "result-not-checked": {
    ...openQuestion,
    scope: "attempt",
    retryRuns: "job",
    allowedActions: [],
    recommendedAction: "retry",
    texts: { meaning: "action", limit: "check-pending" },
  },
  /** Attempts of a payment have no result. */
  "no-result": {
    ...openQuestion,
    scope: "payment",
    recommendedAction: "depends",
  },
  /** Whether a cycle was paid could not be checked. */
  "cycle-not-checked": {
    ...openQuestion,
    scope: "cycle",
    retryRuns: "job",
    allowedActions: [],
    recommendedAction: "retry",
    texts: { meaning: "action", limit: "check-pending" },
  },
  /** A recorded refund could not be added to the shop's own records of the order. */
  "refund-not-synced": {
    ...openQuestion,
    scope: "refund",
    retryRuns: "job",
    allowedActions: ["dismiss"],
    recommendedAction: "retry",
    decides: "item",
    texts: { meaning: "item", limit: "refund-recorded" },
  },
  /** Nobody knows how a refund through the gateway ended. */
  "refund-not-confirmed": {
    ...openQuestion,
    scope: "refund",
    retryRuns: "job",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "retry",
    decides: "refund",
    texts: { meaning: "refund", limit: "refund-sent" },
  },
  /** The gateway accepted a refund, and reported later that it failed. */
  "refund-failed": {
    ...openQuestion,
    scope: "refund",
    allowedActions: ["dismiss"],
    recommendedAction: "dismiss",
    decides: "item",
    texts: { meaning: "item", limit: "refund-failed" },
  },
  /** Notifications do not verify: one item for each episode. */
  "not-verified": {
    ...openQuestion,
    scope: "attempt",
    retryRuns: "verification",
    recommendedAction: "retry",
  },
  /** The shop asks for a refund. */
  "refund-requested": {
    ...openQuestion,
    scope: "refund",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    money: "placed-order",
    texts: { meaning: "item", limit: "paid" },
  },
} as const satisfies Record<string, ReviewKindRules>;
