import type { OperatorAction } from "./fact.ts";

/** The action that operators are advised to take. */
export type RecommendedAction = "retry" | OperatorAction;

/** Why items of a kind do not take every action. */
export type ActionLimitReason =
  | "none"
  | "check-pending"
  | "shop-not-informed"
  | "not-cancelled"
  | "refund-recorded"
  | "refund-sent"
  | "refund-failed"
  | "signature-only"
  | "fields-only"
  | "no-charge"
  | "dispute"
  | "order-waits"
  | "paid";

/** What core and the pages for staff do with items of one kind. */
export interface ReviewKindRules {
  /** What one item is about. Items of the scope `cycle` name a later cycle; those of a transaction or a subscription can name one. */
  readonly scope: "payment" | "attempt" | "subscription" | "cycle" | "transaction" | "refund";
  /** `job`: a job that was given up. An operator action resolves such an item only if it names the item. */
  readonly retryRuns: "job" | "verification" | "nothing";
  /** The first one is offered first. Empty: nothing is to be decided, a check is to be repeated. */
  readonly allowedActions: readonly OperatorAction[];
  /**
   * The action that is safe if the operator errs: money that is reported after closing or a recorded refund still counts, and nothing is
   * shipped. `depends`: on the problem of the item, or on the state of what it is about.
   */
  readonly recommendedAction: RecommendedAction | "depends";
  /** Whether operators name the cycle that they accept a charge for. */
  readonly needsCycle: boolean;
  /**
   * The subject of an action's fact: the state of the attempt or cycle, the one transaction of the item, the refund through the gateway
   * that the item is about, or only the item. `recorded-refund`: a recorded refund is about the attempt or cycle, and a dismissal about
   * the item only.
   */
  readonly decides: "state" | "transaction" | "refund" | "item" | "recorded-refund";
  /**
   * What a decision frees for another payment (ENG-FREE). `attempt`: the paid attempt, also if it is dismissed. Otherwise only a refund
   * frees: the transaction of the item, or all that were reported.
   */
  readonly frees: "attempt" | "transaction" | "reported-transactions";
  /**
   * The money that a refund returns: that of the placed order, or of a charge without an order. Such a charge has the
   * amount that the shop asked for, the amount that its transaction reports, or an unknown amount.
   */
  readonly money: "placed-order" | "asked-amount" | "reported-amount" | "unknown-amount";
  readonly texts: {
    /** The words for what a decision means (`actionMeaning`). */
    readonly meaning: "action" | "item" | "attempt" | "renewal" | "refund";
    /** The words for why other actions are refused. */
    readonly limit: ActionLimitReason;
  };
}
