/** What a shop's subscribers may listen to. Each comes at least once. */
export const SubscriptionEvents = {
  /** A later cycle was paid, and its order is placed. */
  RENEWED: "pay-index.cycle.renewed",
  /** A cycle should have been paid by now. It may still come, and is renewed then. */
  OVERDUE: "pay-index.cycle.overdue",
  /** The gateway charges no further cycle. */
  CLOSED: "pay-index.subscription.closed",
} as const;

interface SubscriptionEventBase {
  /** The same however often this is told: what has been done for it need not be done again. */
  readonly key: string;
  /** By which the gateway knows the sale that began the subscription. */
  readonly attempt_id: string;
  readonly cart_id: string;
  readonly first_order_id: string | null;
  readonly plan_id: string;
}

interface CycleEventBase extends SubscriptionEventBase {
  /** 2 or more: the first is the sale. */
  readonly cycle: number;
  /** ISO instant in UTC: when the plan says that it is charged. */
  readonly due_at: string;
}

/** The data of each event, by its name. */
export interface SubscriptionEventData {
  readonly "pay-index.cycle.renewed": CycleEventBase & { readonly order_id: string };
  readonly "pay-index.cycle.overdue": CycleEventBase;
  readonly "pay-index.subscription.closed": SubscriptionEventBase & {
    /** ISO instant in UTC. */
    readonly closed_at: string;
  };
}
