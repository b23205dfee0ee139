import type { EngineContext } from "../engine-context.ts";
import { maskText } from "../mask/mask-text.ts";
import { findSaleNotReceivedReason } from "../payment/find-sale-not-received-reason.ts";
import type { GatewayRefund } from "../payment/gateway-refunds.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import type { RefundableCharge } from "../payment/refundable-charge.ts";
import { buildRefundForm } from "../protocol/operations/operation-form.ts";
import {
  callOperation,
  type OperationTarget,
  type RefundReply,
  readRefundReply,
} from "../protocol/operations/operation-replies.ts";
import type { NoAnswer } from "../protocol/post-form.ts";
import { truncateGatewayText } from "../verification/verify-received-notification.ts";

/** A refund that is sent now. */
interface RefundToSend extends OperationTarget {
  readonly refund: GatewayRefund;
  readonly charge: RefundableCharge;
}

/** The gateway's answer to the request for a refund. */
export type RefundAnswer = Pick<
  Extract<RefundFact, { readonly step: "answered" }>,
  "outcome" | "refundId" | "text"
>;

/** Sends a refund, once, and returns what is known of it then (RFD-ONCE). Never throws for an answer of the gateway. */
export async function sendRefund(
  engine: EngineContext,
  { refund, charge: { paid }, ...target }: RefundToSend,
): Promise<RefundAnswer> {
  const { transactionId, amount, reason = "" } = refund;
  const { amountDecimals } = engine.settings;
  const details = { transactionId, paid, amount, reason, amountDecimals };
  const reply = await callOperation(engine, target, {
    build: (subject, signing) => buildRefundForm({ ...subject, ...details }, signing),
    read: readRefundReply,
  });
  return toAnswer(reply, refund);
}

/** No answer, or one that nobody can read. `httpStatus`: if an answer arrived. */
interface UnknownReply {
  readonly outcome: "unknown";
  readonly reason: Extract<RefundReply | NoAnswer, { readonly outcome: "unknown" }>["reason"];
  readonly httpStatus?: number;
}

/** A request that the gateway certainly did not receive is refused. Otherwise nobody knows. */
function unknownAnswer(answer: UnknownReply): RefundAnswer {
  switch (findSaleNotReceivedReason(answer)) {
    case "not-connected":
      return { outcome: "refused", text: "No connection to the gateway was possible." };
    case "http-refused":
      return {
        outcome: "refused",
        text: `The gateway's server refused the request (HTTP ${answer.httpStatus}).`,
      };
    case undefined:
      return { outcome: "unknown", text: answer.reason };
  }
}

function toAnswer(reply: RefundReply | NoAnswer, refund: GatewayRefund): RefundAnswer {
  switch (reply.outcome) {
    case "accepted":
      // Another transaction: the reply is not about this refund.
      return reply.refund.transactionId === refund.transactionId
        ? { outcome: "accepted", refundId: truncateGatewayText(reply.refund.refundId) }
        : { outcome: "unknown", text: "foreign" };
    case "refused":
    case "rejected":
      return {
        outcome: "refused",
        ...(reply.text === undefined ? {} : { text: maskText(truncateGatewayText(reply.text)) }),
      };
    case "unverified":
      return { outcome: "unknown", text: reply.reason };
    case "unknown":
      return unknownAnswer(reply);
  }
}
