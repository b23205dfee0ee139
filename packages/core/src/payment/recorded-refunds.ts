import type { Money } from "../protocol/money/money.ts";
import type { Fact, ResolutionFact } from "./fact.ts";
import type { Operator } from "./operator.ts";
import type { Refund } from "./refund.ts";

/** A refund as it stands in the records. */
export interface RecordedRefund extends Refund {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly operator: Operator;
  /** Money of the order that was placed: the shop's books must show it. False: money of another charge, for which no order was placed. */
  readonly ofOrder: boolean;
}

/** Refunds of a payment or a cycle, in the order in which they were recorded. */
export function recordedRefundsOf(facts: readonly Fact[]): RecordedRefund[] {
  return facts.filter(isRefundFact).map(({ at, operator, refund }) => ({ at, operator, ...refund }));
}

/** How much of the money of the placed order was given back, in all. */
export function refundedForPlacedOrder({
  money,
  refunds,
}: {
  readonly money: Money;
  readonly refunds: readonly RecordedRefund[];
}): Money {
  const given = refunds.filter(({ ofOrder }) => ofOrder);
  return { minor: given.reduce((sum, each) => sum + each.money.minor, 0), currency: money.currency };
}

type RefundFact = ResolutionFact & { readonly refund: NonNullable<ResolutionFact["refund"]> };

function isRefundFact(fact: Fact): fact is RefundFact {
  return fact.source === "operator" && fact.action === "refunded" && fact.refund !== undefined;
}
