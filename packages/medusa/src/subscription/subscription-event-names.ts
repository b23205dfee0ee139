/** The events for a shop's subscribers. Each is emitted at least once. */
export const SubscriptionEvents = {
  /** A later cycle was paid, and its order is placed. */
  RENEWED: "pay-index.cycle.renewed",
  /** The charge of a later cycle was declined. The gateway can try it again. */
  FAILED: "pay-index.cycle.failed",
  /** A cycle is overdue. It can still be paid, and is renewed then. */
  OVERDUE: "pay-index.cycle.overdue",
  /** The gateway charges no further cycle. */
  CLOSED: "pay-index.subscription.closed",
} as const;

interface SubscriptionEventBase {
  /** The same in each repeat of the event. Use it to detect repeats. */
  readonly key: string;
  /** The gateway order ID of the attempt that started the subscription. */
  readonly attempt_id: string;
  readonly cart_id: string;
  readonly first_order_id: string | null;
  readonly plan_id: string;
}

interface CycleEventBase extends SubscriptionEventBase {
  /** 2 or more: cycle 1 is the sale itself. */
  readonly cycle: number;
  /** ISO instant in UTC: when the plan charges the cycle. */
  readonly due_at: string;
}

/** The data of each event, by its name. */
export interface SubscriptionEventData {
  readonly "pay-index.cycle.renewed": CycleEventBase & { readonly order_id: string };
  readonly "pay-index.cycle.failed": CycleEventBase & {
    /** The gateway's id of the declined charge. Empty if the gateway sent none. */
    readonly transaction_id: string;
    /** ISO instant in UTC: when the gateway reported it. */
    readonly declined_at: string;
  };
  readonly "pay-index.cycle.overdue": CycleEventBase;
  readonly "pay-index.subscription.closed": SubscriptionEventBase & {
    /** ISO instant in UTC. */
    readonly closed_at: string;
  };
}
