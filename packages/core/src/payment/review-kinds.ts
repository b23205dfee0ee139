import type { OperatorAction } from "./fact.ts";
import type { ReviewKindRules } from "./review-kind-rules.ts";

/**
 * The kinds of review items. A new kind is one entry here and its texts in
 * `status/texts`; the compiler finds what else it needs.
 */
export const reviewKinds = {
  /** The order of a paid attempt could not be placed. */
  "order-not-placed": {
    scope: "attempt",
    retryRuns: "job",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "depends",
    needsCycle: false,
    decides: "state",
    frees: "attempt",
    money: "asked-amount",
    texts: { meaning: "attempt", limit: "order-waits" },
  },
  /** The renewal of a paid cycle could not be placed. */
  "renewal-not-placed": {
    scope: "cycle",
    retryRuns: "job",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "depends",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "asked-amount",
    texts: { meaning: "renewal", limit: "order-waits" },
  },
  /** The shop could not be informed that a subscription was closed, or that a cycle is overdue. */
  "host-not-informed": {
    scope: "subscription",
    retryRuns: "job",
    allowedActions: ["dismiss"],
    recommendedAction: "retry",
    needsCycle: false,
    decides: "item",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "item", limit: "shop-not-informed" },
  },
  /** Whether an attempt has a result could not be checked. */
  "result-not-checked": {
    scope: "attempt",
    retryRuns: "job",
    allowedActions: [],
    recommendedAction: "retry",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "action", limit: "check-pending" },
  },
  /** Attempts of a payment have no result. */
  "no-result": {
    scope: "payment",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "depends",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "action", limit: "none" },
  },
  /** Whether a cycle was paid could not be checked. */
  "cycle-not-checked": {
    scope: "cycle",
    retryRuns: "job",
    allowedActions: [],
    recommendedAction: "retry",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "action", limit: "check-pending" },
  },
  /** A recorded refund could not be added to the shop's own records of the order. */
  "refund-not-synced": {
    scope: "refund",
    retryRuns: "job",
    allowedActions: ["dismiss"],
    recommendedAction: "retry",
    needsCycle: false,
    decides: "item",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "item", limit: "refund-recorded" },
  },
  /** Notifications do not verify: one item for each episode. */
  "not-verified": {
    scope: "attempt",
    retryRuns: "verification",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "retry",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "action", limit: "none" },
  },
  /** The shop asks for a refund. */
  "refund-requested": {
    scope: "refund",
    retryRuns: "nothing",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "placed-order",
    texts: { meaning: "item", limit: "paid" },
  },
  /** A transaction reports another amount or currency. */
  "amount-mismatch": {
    scope: "transaction",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "record-refund",
    needsCycle: false,
    decides: "state",
    frees: "transaction",
    money: "reported-amount",
    texts: { meaning: "action", limit: "none" },
  },
  /** A transaction is reported as successful and as failed. */
  "contradictory-results": {
    scope: "transaction",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "depends",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "placed-order",
    texts: { meaning: "action", limit: "none" },
  },
  /** A further transaction paid the attempt or the cycle; with the dedupe key 1, a further attempt paid the payment. */
  "paid-twice": {
    scope: "transaction",
    retryRuns: "nothing",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "asked-amount",
    texts: { meaning: "item", limit: "paid" },
  },
  /** A transaction is neither successful nor failed. */
  "unknown-code": {
    scope: "transaction",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "depends",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "placed-order",
    texts: { meaning: "action", limit: "none" },
  },
  /** A transaction of a subscription whose cycle cannot be told. */
  "unknown-cycle": {
    scope: "transaction",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "record-refund",
    needsCycle: true,
    decides: "transaction",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "item", limit: "none" },
  },
  /** The gateway reports a refund or a dispute. */
  "refund-notice": {
    scope: "transaction",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "record-refund",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "placed-order",
    texts: { meaning: "action", limit: "none" },
  },
  /** A transaction that paid one cycle is reported for another. */
  "transaction-reused": {
    scope: "transaction",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "dismiss",
    needsCycle: false,
    decides: "state",
    frees: "transaction",
    money: "unknown-amount",
    texts: { meaning: "action", limit: "none" },
  },
  /** A notification is signed by a weaker rule than earlier ones (NSIG-WEAKER). */
  "weaker-signature": {
    scope: "transaction",
    retryRuns: "nothing",
    allowedActions: ["dismiss"],
    recommendedAction: "dismiss",
    needsCycle: false,
    decides: "item",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "item", limit: "signature-only" },
  },
  /** A notification names another subscription. */
  "subscription-mismatch": {
    scope: "subscription",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "depends",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "placed-order",
    texts: { meaning: "action", limit: "none" },
  },
  /** A cycle was charged that the plan does not have. */
  "unexpected-cycle": {
    scope: "cycle",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss", "record-refund"],
    recommendedAction: "record-refund",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "action", limit: "none" },
  },
  /** A cycle was charged after the subscription was closed. */
  "charged-after-closing": {
    scope: "cycle",
    retryRuns: "nothing",
    allowedActions: ["record-refund", "dismiss"],
    recommendedAction: "record-refund",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "placed-order",
    texts: { meaning: "item", limit: "paid" },
  },
  /** A cycle should be paid by now. */
  "cycle-overdue": {
    scope: "cycle",
    retryRuns: "nothing",
    allowedActions: ["accept", "dismiss"],
    recommendedAction: "dismiss",
    needsCycle: false,
    decides: "state",
    frees: "reported-transactions",
    money: "unknown-amount",
    texts: { meaning: "action", limit: "no-charge" },
  },
} as const satisfies Record<string, ReviewKindRules>;

/** The kind of a review item. */
export type ReviewKind = keyof typeof reviewKinds;

/** The kinds whose rules have this value. */
export type KindsWith<Rule extends keyof ReviewKindRules, Value extends ReviewKindRules[Rule]> = {
  [Kind in ReviewKind]: (typeof reviewKinds)[Kind][Rule] extends Value ? Kind : never;
}[ReviewKind];

/** Returns the actions that operators can take on an item of this kind. Pages offer the first one first. */
export function allowedActions(kind: ReviewKind): readonly OperatorAction[] {
  return reviewKinds[kind].allowedActions;
}

/** Whether operators can retry items of this kind: of all others, only a person can decide. */
export function isRetriable(kind: ReviewKind): boolean {
  return reviewKinds[kind].retryRuns !== "nothing";
}

/** Whether operators name the cycle with this action: they accept a charge whose cycle cannot be told. */
export function requiresCycle(kind: ReviewKind, action: OperatorAction): boolean {
  return action === "accept" && reviewKinds[kind].needsCycle;
}

/** Whether a refund about an item of this kind gives back money of the placed order. All others are about another charge. */
export function concernsPlacedOrder(kind: ReviewKind | undefined): boolean {
  return kind === undefined || reviewKinds[kind].money === "placed-order";
}
