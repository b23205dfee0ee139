/** The events about disputes, for a shop's subscribers. Each is emitted at least once. */
export const DisputeEvents = {
  /** The dispute webhook of the gateway reported a chargeback, an alert or a refund. The payment does not change by itself. */
  REPORTED: "pay-index.dispute.reported",
} as const;

/** The data of each event, by its name. */
export interface DisputeEventData {
  readonly "pay-index.dispute.reported": {
    /** The same in each repeat of the event. Use it to detect repeats. */
    readonly key: string;
    /** The gateway order ID of the attempt. For a later cycle, of the attempt that started the subscription. */
    readonly attempt_id: string;
    readonly cart_id: string;
    /** The order that was placed for the disputed charge. Null if none is placed. */
    readonly order_id: string | null;
    /** The later cycle of a subscription. Null: the sale. */
    readonly cycle: number | null;
    /** `refund`: a report of a refund that could not be recorded automatically. `unrecognized`: see `alert_type`. */
    readonly type: "refund" | "chargeback" | "ethoca-alert" | "rdr-alert" | "unrecognized";
    readonly result: "succeeded" | "failed" | "unrecognized";
    readonly transaction_id: string;
    /** The disputed amount as the gateway wrote it. */
    readonly refund_amount: string | null;
    /** As the gateway wrote them. */
    readonly alert_type: string;
    readonly alert_status: string | null;
    /** ISO instant in UTC: when the message arrived. */
    readonly received_at: string;
  };
}
