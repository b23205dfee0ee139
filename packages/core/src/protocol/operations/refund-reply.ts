import { maskGatewayMessageText } from "../mask-gateway-message-text.ts";
import { type ExpectedReply, readReplyFields, type UndecidedReply } from "./operation-reply.ts";

/** The refund that a verified reply is about. Texts are as received, and empty if the reply does not have the field. */
export interface ReportedRefund {
  readonly transactionId: string;
  /** The gateway's ID of the refund, `refund_orderid`. */
  readonly refundId: string;
  readonly refundAmount: string;
  readonly currency: string;
}

export type RefundReply =
  /** The gateway takes the refund. The refund is not complete (RFD-REPLY). */
  | { readonly outcome: "accepted"; readonly refund: ReportedRefund }
  | { readonly outcome: "refused"; readonly code: string; readonly text?: string }
  | UndecidedReply;

export type RefundQueryReply =
  | {
      readonly outcome: "succeeded" | "requested" | "failed";
      readonly refund: ReportedRefund;
      readonly text?: string;
    }
  /** A state that the family does not document, or none. */
  | { readonly outcome: "unrecognized"; readonly status: string }
  | UndecidedReply;

/** Reads the body of an HTTP 200 reply to a refund (RFD-REPLY). Never throws. */
export function readRefundReply(body: string, expected: ExpectedReply): RefundReply {
  const fields = readReplyFields("refund-reply", body, expected);
  if ("outcome" in fields) return fields;
  const code = fields.get("returncode");
  if (code === "") return { outcome: "unverified", reason: "malformed" };
  if (code !== "00")
    return { outcome: "refused", code, ...maskGatewayMessageText(fields.get("refund_message")) };
  const refund = reportedRefund(fields);
  // Without its ID nobody can ask for this refund again.
  if (refund.refundId === "") return { outcome: "unverified", reason: "malformed" };
  return { outcome: "accepted", refund };
}

const refundStates = new Map([
  ["1", "succeeded"],
  ["2", "requested"],
  ["3", "failed"],
] as const);

/** Reads the body of an HTTP 200 reply to a refund query (RFQ-STATE). Never throws. */
export function readRefundQueryReply(body: string, expected: ExpectedReply): RefundQueryReply {
  const fields = readReplyFields("refund-query-reply", body, expected);
  if ("outcome" in fields) return fields;
  const status = fields.get("refund_status");
  const outcome = refundStates.get(status as "1" | "2" | "3");
  if (outcome === undefined) return { outcome: "unrecognized", status };
  return { outcome, refund: reportedRefund(fields), ...maskGatewayMessageText(fields.get("refund_message")) };
}

function reportedRefund(fields: { get(name: string): string }): ReportedRefund {
  return {
    transactionId: fields.get("transaction_id"),
    refundId: fields.get("refund_orderid"),
    refundAmount: fields.get("refund_amount"),
    currency: fields.get("currency"),
  };
}
