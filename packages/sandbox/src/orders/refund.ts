/** A refund ends on the sandbox's clock, some time after the gateway has accepted it. */
export type RefundState = "requested" | "succeeded" | "failed";

/** Who asked for a refund: the shop by its call, or a user of the inspector in place of the gateway's staff. */
export type RefundSource = "shop" | "control";

/** A copy of a refund for the control API, as JSON. */
export interface RefundView {
  /** Twelve digits, `refund_orderid`. */
  readonly refundId: string;
  readonly transactionId: string;
  /** Decimal text, in the currency of the order. */
  readonly amount: string;
  readonly state: RefundState;
  readonly reason: string;
  /** ISO 8601 in UTC. */
  readonly requestedAt: string;
}
