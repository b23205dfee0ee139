import type { EngineContext } from "../engine-context.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { GatewayRefund } from "../payment/gateway-refunds.ts";
import { createRefundReport, type RefundFact, type RefundReportedFact } from "../payment/refund-fact.ts";
import { readGatewayAmountIfPositive } from "../payment/refundable-charge.ts";
import type { Money } from "../protocol/money/money.ts";
import { buildRefundQueryForm } from "../protocol/operations/operation-form.ts";
import {
  callOperation,
  type OperationTarget,
  type RefundQueryReply,
  readRefundQueryReply,
} from "../protocol/operations/operation-replies.ts";
import { truncateGatewayText } from "../verification/verify-received-notification.ts";

/** The limits of queries if the option `operations.query` sets none. */
const defaultLimits = { concurrency: 4, minimumGap: 0.1 };

/** What the gateway is asked about: a refund, or the latest one of a transaction if `refundId` is undefined. */
interface RefundQuestion extends OperationTarget {
  readonly attempt: Attempt;
  readonly transactionId: string;
  readonly refundId: string | undefined;
}

/** What a verified reply says of one refund. */
interface ReportedRefundState {
  readonly state: "requested" | "succeeded" | "failed";
  readonly refundId: string;
  readonly transactionId: string;
  readonly amount: Money;
}

/** Asks the gateway about a refund. Undefined if its reply proves nothing about this transaction (RFQ-FACT). */
export async function askAboutRefund(
  engine: EngineContext,
  question: RefundQuestion,
): Promise<ReportedRefundState | undefined> {
  const limits = engine.settings.operations.query ?? defaultLimits;
  const reply = await engine.queries.run(limits, () => send(engine, question));
  if (reply === "silent" || reply === "closed") return undefined;
  return "refund" in reply ? readState(reply, question) : undefined;
}

function send(engine: EngineContext, { transactionId, refundId, ...target }: RefundQuestion) {
  return callOperation(engine, target, {
    build: (subject, signing) => buildRefundQueryForm({ ...subject, transactionId, refundId }, signing),
    read: readRefundQueryReply,
  });
}

function readState(
  { outcome: state, refund }: Extract<RefundQueryReply, { readonly refund: unknown }>,
  { attempt, transactionId, refundId: asked }: RefundQuestion,
): ReportedRefundState | undefined {
  const { currency } = attempt.amount;
  const refundId = truncateGatewayText(refund.refundId);
  const amount = readGatewayAmountIfPositive(refund.refundAmount, currency);
  const isAboutThis =
    refund.transactionId === transactionId &&
    refundId !== "" &&
    (asked === undefined || asked === refundId) &&
    (refund.currency === "" || refund.currency.toUpperCase() === currency);
  return isAboutThis && amount !== undefined ? { state, refundId, transactionId, amount } : undefined;
}

/** Returns how a refund ended as a fact. Undefined while it has not. */
export function toRefundReportedFact(
  { state, refundId, transactionId, amount }: ReportedRefundState,
  at: string,
): RefundReportedFact | undefined {
  if (state === "requested") return undefined;
  const report = { refundId, transactionId, amount, outcome: state };
  return createRefundReport({ at, reporter: "refund-query", ...report });
}

/** A refund without a result, and the other refunds of its charge. */
interface RefundToCheck extends Pick<RefundQuestion, "attempt" | "merchant" | "operation"> {
  readonly refund: GatewayRefund;
  readonly others: readonly GatewayRefund[];
}

/**
 * Asks the gateway about a refund, and returns what its reply proves (RFQ-FACT): nothing, or a fact. A reply about another refund of the
 * payment is no proof about this one.
 */
export async function checkRefundAtGateway(
  engine: EngineContext,
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
