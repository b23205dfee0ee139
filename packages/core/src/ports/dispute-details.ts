import type { DisputeKind, DisputeMessageResult } from "../protocol/operations/dispute-notification.ts";

/** What the dispute webhook reported about a charge. Texts are as received, shortened and masked. */
export interface DisputeDetails {
  /** `refund`: a report of a refund that could not be recorded automatically. `unrecognized`: see `alertType`. */
  readonly type: DisputeKind;
  readonly result: DisputeMessageResult;
  /** The gateway's id of the disputed transaction. */
  readonly transactionId: string;
  /** The disputed amount as the gateway wrote it. Undefined if the message has none. */
  readonly refundAmount: string | undefined;
  readonly alertType: string;
  readonly alertStatus: string | undefined;
  /** When the message arrived. */
  readonly receivedAt: Date;
}
