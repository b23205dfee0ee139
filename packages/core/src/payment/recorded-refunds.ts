import type { Money } from "../protocol/money/money.ts";
import type { Fact, ResolutionFact } from "./fact.ts";
import type { Operator } from "./operator.ts";
import type { Refund } from "./refund.ts";

/** A refund that an operator recorded. */
export interface RecordedRefund extends Refund {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly operator: Operator;
  /** Whether the refund belongs to the placed order. False: it belongs to a charge without an order. */
  readonly ofOrder: boolean;
}

/** Returns the refunds of an attempt or a cycle, in the order in which they were recorded. */
export function recordedRefundsOf(facts: readonly Fact[]): RecordedRefund[] {
  return facts.filter(isRefundFact).map(({ at, operator, refund }) => ({ at, operator, ...refund }));
}

/** Returns the sum of the refunds of the placed order, in minor units. */
export function refundedForPlacedOrder({
  chargedAmount,
  refunds,
}: {
  readonly chargedAmount: Money;
  readonly refunds: readonly RecordedRefund[];
}): Money {
  const ofOrder = refunds.filter((refund) => refund.ofOrder);
  return {
    minor: ofOrder.reduce((sum, each) => sum + each.amount.minor, 0),
    currency: chargedAmount.currency,
  };
}

type RefundFact = ResolutionFact & { readonly refund: NonNullable<ResolutionFact["refund"]> };

function isRefundFact(fact: Fact): fact is RefundFact {
  return fact.source === "operator" && fact.action === "record-refund" && fact.refund !== undefined;
}
