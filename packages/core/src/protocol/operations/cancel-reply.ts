import { maskGatewayMessageText } from "../mask-gateway-message-text.ts";
import { type ExpectedReply, readReplyFields, type UndecidedReply } from "./operation-reply.ts";

export type CancelReply =
  /** The gateway charges no further cycle (CAN-REPLY). */
  | { readonly outcome: "cancelled"; readonly lastCycle: string }
  | { readonly outcome: "refused"; readonly text?: string }
  | UndecidedReply;

/**
 * Reads the body of an HTTP 200 reply to a cancellation. The status decides, never the text, and both documented spellings count
 * (CAN-REPLY). Never throws.
 */
export function readCancelReply(body: string, expected: ExpectedReply): CancelReply {
  const fields = readReplyFields("cancel-reply", body, expected);
  if ("outcome" in fields) return fields;
  switch (fields.get("status").toLowerCase()) {
    case "success":
    case "succeeded":
      return { outcome: "cancelled", lastCycle: fields.get("payment_period_count") };
    case "error":
    case "fail":
      return { outcome: "refused", ...maskGatewayMessageText(fields.get("msg")) };
    default:
      return { outcome: "unverified", reason: "malformed" };
  }
}
