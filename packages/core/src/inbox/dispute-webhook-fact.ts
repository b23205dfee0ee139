import type { EngineContext } from "../engine-context.ts";
import { createUrlTokenPredicate } from "../links/url-tokens.ts";
import { maskText, maskUrlTokens } from "../mask/mask-text.ts";
import type { Attempt } from "../payment/attempt.ts";
import { isReported } from "../payment/classify-facts.ts";
import type { DisputeFact } from "../payment/dispute-fact.ts";
import { type Fact, includesSameFact } from "../payment/fact.ts";
import { createRefundReport, type RefundReportedFact } from "../payment/refund-fact.ts";
import { readGatewayAmountIfPositive } from "../payment/refundable-charge.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import type { CycleSelection, Payment } from "../ports/store.ts";
import type { DisputeNotification } from "../protocol/operations/dispute-notification.ts";
import { truncateGatewayText } from "../verification/verify-received-notification.ts";

/** A verified message of the dispute webhook. */
interface VerifiedDispute {
  readonly dispute: DisputeNotification;
  readonly receivedAt: Date;
}

/** What a message of the dispute webhook says: how a refund ended, or anything else. */
export type DisputeWebhookFact = DisputeFact | RefundReportedFact;

/**
 * Returns the fact of a message: a reported refund if the message says how a refund ended (DSP-REFUND), otherwise a fact about
 * a dispute (DSP-FACT).
 */
export function toDisputeWebhookFact(attempt: Attempt, message: VerifiedDispute): DisputeWebhookFact {
  return toRefundReport(attempt, message) ?? toDisputeFact(attempt, message);
}

/** Returns undefined if the message is not about a refund, or cannot be read as one: without an ID, an amount or a known result. */
function toRefundReport(
  attempt: Attempt,
  { dispute, receivedAt }: VerifiedDispute,
): RefundReportedFact | undefined {
  const { kind, result, transactionId, refundId } = dispute;
  // The message names no currency.
  const amount = readGatewayAmountIfPositive(dispute.refundAmount, attempt.amount.currency);
  if (kind !== "refund" || result === "unrecognized" || amount === undefined) return undefined;
  const isToken = createUrlTokenPredicate(attempt);
  const isStorable = (id: string) => truncateGatewayText(maskUrlTokens(id, isToken)) === id;
  if (refundId === "" || !isStorable(refundId) || !isStorable(transactionId)) return undefined;
  const at = receivedAt.toISOString();
  const report = { refundId, transactionId, amount, outcome: result };
  return createRefundReport({ at, reporter: "dispute-webhook", ...report });
}

/** Leaves out `alert_content`, which can name the buyer. */
function toDisputeFact(attempt: Attempt, { dispute, receivedAt }: VerifiedDispute): DisputeFact {
  const isToken = createUrlTokenPredicate(attempt);
  const id = (text: string) => truncateGatewayText(maskUrlTokens(text, isToken));
  const shown = (text: string) => truncateGatewayText(maskText(maskUrlTokens(text, isToken)));
  const optional = (name: string, text: string) => (text === "" ? {} : { [name]: text });
  return {
    source: "dispute",
    at: receivedAt.toISOString(),
    id: dispute.id,
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

/** The charge that a message of the dispute webhook is about. */
interface DisputedCycle {
  /** The later cycle that the transaction paid, or that it was reported for. Undefined: the sale, or it is not known. */
  readonly cycle: number | undefined;
  /** Whether the fact is stored already. */
  readonly isRepeated: boolean;
}

/** A fact about a transaction. */
type TransactionFact = Fact & { readonly transactionId: string };

/**
 * Finds the charge by its transaction, because all cycles of a subscription can be reported under one order ID (DSP-FACT). A fact that was
 * stored before its transaction was known stays where it is.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function findDisputedCycle(
  { store }: Pick<EngineContext, "store">,
  attempt: Attempt,
  fact: TransactionFact,
): Promise<DisputedCycle> {
  const { attemptId } = attempt;
  const { transactionId } = fact;
  const load = (cycles: CycleSelection) =>
    store.load(attempt, { attemptIds: [attemptId], transactions: [{ attemptId, transactionId }], cycles });
  const payment = await load([]);
  const sale = payment.attempts.find((each) => each.attemptId === attemptId) ?? attempt;
  if (includesSameFact(sale.facts, fact)) return { cycle: undefined, isRepeated: true };
  const usedFor = payment.transactions[0]?.usedFor;
  const isOfSale = usedFor === 1 || (usedFor === undefined && isReported(sale.facts, transactionId));
  if (!isSubscriptionAttempt(sale) || isOfSale) return { cycle: undefined, isRepeated: false };
  const named = typeof usedFor === "number" ? [{ attemptId, number: usedFor }] : undefined;
  return findCycle(await load(named ?? "all"), attemptId, fact);
}

function findCycle({ cycles, transactions }: Payment, attemptId: string, fact: TransactionFact) {
  const [used] = transactions;
  const own = cycles.filter((cycle) => cycle.attemptId === attemptId);
  const found =
    own.find(({ facts }) => includesSameFact(facts, fact)) ??
    own.find(({ number }) => number === used?.usedFor) ??
    own.find(({ facts }) => isReported(facts, fact.transactionId));
  return { cycle: found?.number, isRepeated: found !== undefined && includesSameFact(found.facts, fact) };
}
