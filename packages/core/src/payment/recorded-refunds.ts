import type { Money } from "../protocol/money/money.ts";
import type { DisputeFact } from "./dispute-fact.ts";
import type { Fact, ResolutionFact } from "./fact.ts";
import { type GatewayRefund, gatewayRefundsOf } from "./gateway-refunds.ts";
import type { Operator, OperatorRefund } from "./operator.ts";
import type { RefundReportedFact } from "./refund-fact.ts";

/** A refund that was made: an operator recorded it, or the gateway reported its success. */
export interface RecordedRefund extends OperatorRefund {
  /** When it was recorded: ISO instant in UTC. */
  readonly at: string;
  /** Who recorded it or asked for it. Undefined if the shop's own code did, or if it was made at the gateway. */
  readonly operator: Operator | undefined;
  /** Whether the refund belongs to the placed order. False: it belongs to a charge without an order. */
  readonly ofOrder: boolean;
  /** The idempotency key, if the shop asked for it through the gateway. */
  readonly requestId: string | undefined;
}

/**
 * Returns the refunds of an attempt or a cycle that were made, in the order in which they were recorded. A refund that an operator
 * recorded and the gateway reports under the same reference is one refund.
 */
export function recordedRefundsOf(facts: readonly Fact[]): RecordedRefund[] {
  const byHand = facts
    .filter(isRefundFact)
    .map(({ at, operator, refund }) => ({ at, operator, requestId: undefined, ...refund }));
  const references = new Set(byHand.map(({ reference }) => reference));
  const reported = gatewayRefundsOf(facts)
    .flatMap(toRecordedRefund)
    .filter(({ reference }) => !references.has(reference));
  return [...byHand, ...reported].sort((a, b) => a.at.localeCompare(b.at));
}

/** Returns when a fact about a refund or a chargeback was last added: ISO instant in UTC. Undefined if there is none. Stores keep it in a column. */
export function lastRefundAtOf(facts: readonly Fact[]): string | undefined {
  const instants = [
    ...facts.filter((fact) => fact.source === "refund" || isRefundFact(fact)),
    ...chargebacksOf(facts),
  ].map(({ at }) => new Date(at).toISOString());
  return instants.sort().at(-1);
}

/** Returns the chargebacks that the gateway reported. */
export function chargebacksOf(facts: readonly Fact[]): DisputeFact[] {
  return facts.filter((fact) => fact.source === "dispute").filter(({ type }) => type === "chargeback");
}

/** An amount that was refunded, or may be: a recorded refund, or one through the gateway that has not ended. */
export interface ReservedRefund {
  readonly amount: Money;
  readonly ofOrder: boolean;
  /** The gateway's ID of the refund. Undefined until the gateway names it. */
  readonly reference: string | undefined;
  /** The transaction that the money comes from. Undefined if only an operator recorded the refund. */
  readonly transactionId: string | undefined;
}

/**
 * Returns the refunds that were made or can still be made. Together they never exceed what was paid (RFD-LIMIT). The shop, an operator and
 * the gateway can name different amounts for one refund: the largest one counts.
 */
export function reservedRefundsOf(facts: readonly Fact[]): ReservedRefund[] {
  const gatewayRefunds = gatewayRefundsOf(facts).filter(({ state }) => state !== "failed");
  const byHand = facts.filter(isRefundFact).map(({ refund }) => refund);
  const references = new Set<string | undefined>(byHand.map(({ reference }) => reference));
  const reserved = [
    ...byHand.map((refund) => {
      const reported = gatewayRefunds.find(({ refundId }) => refundId === refund.reference);
      return { ...refund, transactionId: reported?.transactionId };
    }),
    ...gatewayRefunds
      .filter(({ refundId }) => !references.has(refundId))
      .map(({ refundId, ...refund }) => ({ ...refund, reference: refundId })),
  ];
  return reserved.map(({ amount, ofOrder, reference, transactionId }) => {
    const minor = Math.max(amount.minor, reportedAmountOf(facts, reference)?.minor ?? 0);
    return { amount: { ...amount, minor }, ofOrder, reference, transactionId };
  });
}

/** Returns the amount of a refund that the gateway reports as made. Undefined if it does not. */
function reportedAmountOf(facts: readonly Fact[], refundId: string | undefined): Money | undefined {
  return refundSuccessesOf(facts).find((report) => report.refundId === refundId)?.amount;
}

/** Returns the gateway's reports of refunds that it made. */
export function refundSuccessesOf(facts: readonly Fact[]): RefundReportedFact[] {
  return facts.flatMap((fact) =>
    fact.source === "refund" && fact.step === "reported" && fact.outcome === "succeeded" ? [fact] : [],
  );
}

/** Returns the sum of the refunds of the placed order, in minor units. */
export function refundedAmountOfPlacedOrder(order: {
  readonly chargedAmount: Money;
  readonly refunds: readonly Pick<RecordedRefund, "amount" | "ofOrder">[];
}): Money {
  const ofOrder = order.refunds.filter((refund) => refund.ofOrder);
  const minor = ofOrder.reduce((sum, each) => sum + each.amount.minor, 0);
  return { minor, currency: order.chargedAmount.currency };
}

function toRecordedRefund(refund: GatewayRefund): RecordedRefund[] {
  const { state, endedAt, refundId, amount, operator, ofOrder, requestId } = refund;
  if (state !== "succeeded" || endedAt === undefined || refundId === undefined) return [];
  return [{ at: endedAt, amount, reference: refundId, operator, ofOrder, requestId }];
}

type RefundFact = ResolutionFact & { readonly refund: NonNullable<ResolutionFact["refund"]> };

function isRefundFact(fact: Fact): fact is RefundFact {
  return fact.source === "operator" && fact.action === "record-refund" && fact.refund !== undefined;
}
