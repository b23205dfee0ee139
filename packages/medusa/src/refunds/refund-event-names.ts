/** The events of refunds through the gateway, for a shop's subscribers. Each is emitted at least once. */
export const RefundEvents = {
  /** The gateway made the refund, also one that its staff made. */
  SUCCEEDED: "pay-index.refund.succeeded",
  /** The gateway refused the refund, or accepted it and did not make it. */
  FAILED: "pay-index.refund.failed",
} as const;

interface RefundEventBase {
  /** The same in each repeat of the event. Use it to detect repeats. */
  readonly key: string;
  /** The gateway order ID of the refunded attempt. For a renewal, of the attempt that started the subscription. */
  readonly attempt_id: string;
  readonly cart_id: string;
  /** The refunded order. Null if the money belongs to no order, such as a second payment of the same cart. */
  readonly order_id: string | null;
  /** The cycle of a refunded renewal: 2 or more. Null for the first order. */
  readonly cycle: number | null;
  /** The id of the refund in Medusa with which it was requested. Null if it was requested in another way. */
  readonly refund_id: string | null;
  /** The gateway's ID of the refund. Null if the gateway named none. */
  readonly gateway_refund_id: string | null;
  /** Decimal text, such as `10.00`. */
  readonly amount: string;
  readonly currency_code: string;
}

/** The data of each event, by its name. */
export interface RefundEventData {
  readonly "pay-index.refund.succeeded": RefundEventBase;
  readonly "pay-index.refund.failed": RefundEventBase & {
    /** The gateway's text. Null if it gave none. */
    readonly reason: string | null;
  };
}
