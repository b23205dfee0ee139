import { z } from "zod";
import { disputeKinds, disputeMessageResults } from "../protocol/operations/dispute-notification.ts";

/** A verified message of the dispute webhook (DSP-FACT). Texts are as received, shortened and masked. It changes no state. */
export const disputeFactSchema = () =>
  z.object({
    source: z.literal("dispute"),
    /** When core received the message: ISO instant in UTC. */
    at: z.iso.datetime(),
    /** A digest of the content. A repeated message has the same one. */
    id: z.string(),
    /** `refund`: a report of a refund that core cannot read, so that staff have to. */
    type: z.enum(disputeKinds),
    result: z.enum(disputeMessageResults),
    transactionId: z.string(),
    /** The amount of the payment. */
    amount: z.string(),
    /** The gateway's ID of the refund. Undefined if the message has none. */
    refundId: z.string().optional(),
    refundAmount: z.string().optional(),
    /** Without a time zone. */
    alertedAt: z.string().optional(),
    alertType: z.string(),
    alertStatus: z.string().optional(),
  });

/** A verified message of the dispute webhook. */
export type DisputeFact = z.infer<ReturnType<typeof disputeFactSchema>>;

/** The codes with which the review items of disputes name their type. */
export const disputeItemCodeByType = {
  chargeback: "chargeback",
  "ethoca-alert": "ethoca_alert",
  "rdr-alert": "rdr_alert",
  refund: "refund_report_unclear",
  unrecognized: "unrecognized_dispute",
} as const satisfies Record<DisputeFact["type"], string>;

/** The code with which the review item of a dispute names its type. */
export type DisputeItemCode = (typeof disputeItemCodeByType)[DisputeFact["type"]];

/** Returns the dedupe key of the review item: the same for further messages about the same dispute of a transaction (DSP-ITEM). */
export function disputeItemKey(
  fact: Pick<DisputeFact, "type" | "transactionId" | "refundId" | "alertType">,
): string {
  const { type, transactionId, refundId = "", alertType } = fact;
  switch (type) {
    case "chargeback":
    case "ethoca-alert":
    case "rdr-alert":
      return `${type}/${transactionId}`;
    case "refund":
      return `${type}/${transactionId}/${refundId}`;
    case "unrecognized":
      return `${alertType.toLowerCase()}/${transactionId}`;
  }
}
