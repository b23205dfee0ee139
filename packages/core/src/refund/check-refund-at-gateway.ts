import type { EngineContext } from "../engine-context.ts";
import type { GatewayRefund } from "../payment/gateway-refunds.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import { askAboutRefund, type RefundQuestion, toRefundReportedFact } from "./ask-about-refund.ts";

/** A refund without a result, and the other refunds of its charge. */
export interface RefundToCheck extends Pick<RefundQuestion, "attempt" | "merchant" | "operation"> {
  readonly refund: GatewayRefund;
  readonly others: readonly GatewayRefund[];
}

/**
 * Asks the gateway about a refund, and returns what its reply proves (RFQ-FACT): nothing, or a fact. A reply about another refund of the
 * payment is no proof about this one.
 */
export async function checkRefundAtGateway<Tx>(
  engine: EngineContext<Tx>,
  { refund, others, ...call }: RefundToCheck,
): Promise<RefundFact | undefined> {
  const { transactionId, refundId, requestId, amount } = refund;
  const reported = await askAboutRefund(engine, { ...call, transactionId, refundId });
  if (reported === undefined || others.some((each) => each.refundId === reported.refundId)) return undefined;
  const at = engine.platform.now().toISOString();
  const isNamedNow = refundId === undefined && requestId !== undefined;
  if (reported.state !== "requested") return toRefundReportedFact(reported, at);
  if (!isNamedNow || reported.amount.minor !== amount.minor) return undefined;
  const answer = { requestId, outcome: "accepted", refundId: reported.refundId } as const;
  return { source: "refund", at, step: "answered", ...answer };
}
