import { hash } from "node:crypto";
import { applyFacts } from "../apply/apply-facts.ts";
import type { PaymentUpdate } from "../apply/payment-update.ts";
import type { ClaimedJobWithAttempt } from "../apply/plan-changes.ts";
import type { EngineContext } from "../engine-context.ts";
import type { Merchant } from "../options/merchant-list.ts";
import { requireOperationOption } from "../options/settings.ts";
import { type Attempt, attemptEventFields } from "../payment/attempt.ts";
import type { InquiryFact } from "../payment/fact.ts";
import { createRefundReport, type RefundReportedFact } from "../payment/refund-fact.ts";
import { amountLeftToRefund, type ChargeFacts, refundableChargeOf } from "../payment/refundable-charge.ts";
import { cycleDueDate, isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import { buildQueryForm } from "../protocol/operations/operation-form.ts";
import {
  callOperation,
  type QueryReport,
  readQueryReply,
  type TradeState,
  type UnverifiedReason,
} from "../protocol/operations/operation-replies.ts";
import type { NoAnswerReason } from "../protocol/post-form.ts";
import { askAboutRefund, toRefundReportedFact } from "../refund/ask-about-refund.ts";
import {
  amountToleranceOf,
  findMerchantOf,
  inferCurrency,
  truncateGatewayText,
} from "../verification/verify-received-notification.ts";

/** What the gateway answered when it was asked about an attempt. */
export type QueryResult =
  /** The reply is verified. What it says is applied: the state of the payment may have changed. */
  | { readonly outcome: "reported"; readonly state: TradeState }
  /** The reply proves nothing. Nothing changed. */
  | { readonly outcome: "unverified"; readonly reason: UnverifiedReason }
  /** The gateway did not accept the query. `text`: the gateway's reason, for people. */
  | { readonly outcome: "rejected"; readonly text?: string }
  /** The gateway did not answer, or nobody can read the answer. */
  | {
      readonly outcome: "unknown";
      readonly reason: NoAnswerReason | "empty" | "not_json";
      readonly httpStatus?: number;
    }
  /** Nobody asked. Nothing changed. */
  | { readonly outcome: "not-asked"; readonly reason: NotAskedReason };

/**
 * Why nobody asked about an attempt. `gateway_silent`: the gateway did not answer the last queries, so it is left alone for a minute.
 * `gateway_closed`: this process is stopping.
 */
export type NotAskedReason = "attempt_unknown" | "merchant_missing" | "gateway_silent" | "gateway_closed";

/** Runs the jobs that a changed payment needs. */
export type RunClaimedJobs = (claimed: readonly ClaimedJobWithAttempt[]) => Promise<void>;

/** How to ask. `isUrgent`: a person waits for this one answer, so the limits do not apply to it. */
export interface QueryAndApplyOptions {
  readonly runJobs: RunClaimedJobs;
  readonly isUrgent?: boolean;
}

/**
 * Asks the gateway about an attempt, and applies what it reports (QRY-FACT). An answer may pay the attempt and never takes a payment back.
 *
 * @throws PayIndexError `operation_disabled`, `merchants_unavailable`, `store_unavailable`
 */
export async function queryAndApply(
  engine: EngineContext,
  attempt: Attempt,
  { runJobs, isUrgent = false }: QueryAndApplyOptions,
): Promise<QueryResult> {
  const operation = requireOperationOption(engine, "query");
  const merchant = await findMerchantOf(engine, attempt);
  if (merchant === undefined) return { outcome: "not-asked", reason: "merchant_missing" };
  const target = { attempt, merchant, operation };
  const send = () => callOperation(engine, target, { build: buildQueryForm, read: readQueryReply });
  const reply = isUrgent ? engine.queries.count(await send()) : await engine.queries.run(operation, send);
  if (reply === "silent") return { outcome: "not-asked", reason: "gateway_silent" };
  if (reply === "closed") return { outcome: "not-asked", reason: "gateway_closed" };
  const result = reply.outcome === "reported" ? { outcome: reply.outcome, state: reply.report.state } : reply;
  engine.emit({ event: "query-answered", ...attemptEventFields(attempt), ...result });
  if (reply.outcome !== "reported" || mayBeAboutLaterCycle(engine, attempt)) return result;
  const fact = createInquiryFact(engine, attempt, reply.report);
  const update = { kind: "fact", attemptId: attempt.attemptId, fact } as const;
  const refund = fact.state === "refunded" ? await askHowRefunded(engine, { attempt, merchant }) : [];
  await runJobs(await applyFacts(engine, attempt, { updates: [...refund, update] }));
  return result;
}

/**
 * Returns the refund that the gateway says was made, perhaps in its back office: what it answers about refunds, where the shop can ask.
 * Otherwise all that is left of the charge went back (QRY-REFUND).
 */
async function askHowRefunded(
  engine: EngineContext,
  { attempt, merchant }: { readonly attempt: Attempt; readonly merchant: Merchant },
): Promise<readonly PaymentUpdate[]> {
  const operation = engine.settings.operations.refundQuery;
  const subject = { attempt, cycle: undefined, facts: attempt.facts };
  const charge = refundableChargeOf(subject);
  if (charge === undefined) return [];
  const { transactionId } = charge;
  const at = engine.platform.now().toISOString();
  const question = operation && { attempt, merchant, operation, transactionId, refundId: undefined };
  const reported = question && (await askAboutRefund(engine, question));
  const fact =
    (reported && toRefundReportedFact(reported, at)) ?? refundOfRest(subject, { transactionId, at });
  return fact ? [{ kind: "refund", attemptId: attempt.attemptId, cycle: undefined, fact }] : [];
}

function refundOfRest(
  subject: ChargeFacts,
  { transactionId, at }: Pick<RefundReportedFact, "transactionId" | "at">,
): RefundReportedFact | undefined {
  const amount = amountLeftToRefund(subject, { ofOrder: true });
  if (amount.minor === 0) return undefined;
  const report = { refundId: transactionId, transactionId, amount, outcome: "succeeded" } as const;
  return createRefundReport({ at, reporter: "query", ...report });
}

/** Once the second cycle of a subscription is due, the reply can be about a later charge, so it says nothing about the sale. */
function mayBeAboutLaterCycle({ platform, settings }: EngineContext, attempt: Attempt): boolean {
  if (!isSubscriptionAttempt(attempt)) return false;
  const { timeZone } = settings;
  const started = attempt.state === "paid" ? {} : { first: new Date(attempt.createdAt) };
  return platform.now() >= cycleDueDate(attempt, 2, { timeZone, ...started });
}

function createInquiryFact(
  { platform, settings }: EngineContext,
  attempt: Attempt,
  report: QueryReport,
): InquiryFact {
  const tolerance = amountToleranceOf(settings, attempt);
  const content = {
    state: report.state,
    tradeState: truncateGatewayText(report.tradeState),
    amount: truncateGatewayText(report.amount),
    trueAmount: truncateGatewayText(report.trueAmount),
    currency: truncateGatewayText(report.currency),
    transactionId: truncateGatewayText(report.transactionId),
  };
  return {
    source: "inquiry",
    at: platform.now().toISOString(),
    id: hash("sha256", JSON.stringify(content), "hex"),
    ...content,
    ...inferCurrency(attempt, content.currency),
    ...(tolerance === undefined ? {} : { tolerance }),
  };
}
