import { urlTokenTestOf } from "../links/url-tokens.ts";
import { maskText } from "../mask/mask-text.ts";
import { maskUrlTokens } from "../mask/mask-url-tokens.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { DisputeFact } from "../payment/dispute-fact.ts";
import { type DisputeNotification, disputeDigest } from "../protocol/operations/dispute-notification.ts";
import { truncateText } from "../verification/verified-notification.ts";

/** A verified message of the dispute webhook. */
export interface VerifiedDispute {
  readonly dispute: DisputeNotification;
  readonly fields: ReadonlyMap<string, string>;
  readonly receivedAt: Date;
}

/** Returns the fact of a message (DSP-FACT). Leaves out `alert_content`, which can name the buyer. */
export function toDisputeFact(
  attempt: Attempt,
  { dispute, fields, receivedAt }: VerifiedDispute,
): DisputeFact {
  const isToken = urlTokenTestOf(attempt);
  const id = (text: string) => truncateText(maskUrlTokens(text, isToken));
  const shown = (text: string) => truncateText(maskText(maskUrlTokens(text, isToken)));
  const optional = (name: string, text: string) => (text === "" ? {} : { [name]: text });
  return {
    source: "dispute",
    at: receivedAt.toISOString(),
    id: disputeDigest(fields),
    type: dispute.kind,
    result: dispute.result,
    transactionId: id(dispute.transactionId),
    amount: shown(dispute.amount),
    ...optional("refundId", id(dispute.refundId)),
    ...optional("refundAmount", shown(dispute.refundAmount)),
    ...optional("alertedAt", shown(dispute.alertedAt)),
    alertType: shown(dispute.alertType),
    ...optional("alertStatus", shown(dispute.alertStatus)),
  };
}
