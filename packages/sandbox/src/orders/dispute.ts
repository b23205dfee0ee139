/** What a message of the dispute webhook is about (DSP-TYPE). */
export const disputeTypes = ["refund", "chargeback", "ethoca_alert", "rdr_alert"] as const;

export type DisputeType = (typeof disputeTypes)[number];

/** `alert_type` of each type. */
export const alertTypeByDisputeType: Readonly<Record<DisputeType, string>> = {
  refund: "Refund",
  chargeback: "Chargebacks",
  ethoca_alert: "Ethoca",
  rdr_alert: "RDR",
};

/** One report about a transaction that paid. Amounts are decimal texts. */
export interface Dispute {
  readonly type: DisputeType;
  readonly transactionId: string;
  /** What the transaction paid. */
  readonly amount: string;
  /** What goes back. */
  readonly refundAmount: string;
  /** Only of a refund. */
  readonly refundId?: string;
  /** `11` for a refund that failed (DSP-STATUS). */
  readonly status: "00" | "11";
  /** A text for people. */
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly reportedAt: number;
}

/** One report to deliver to the merchant's webhook. */
export interface DisputeMessage {
  /** Counts the messages of the order from 1, with its notifications. */
  readonly number: number;
  readonly dispute: Dispute;
  /** The number of tries so far. */
  readonly tries: number;
}
