import { amountWithCurrency, type Money } from "../protocol/money/money.ts";
import { expectedAmountsOf } from "./attempt.ts";
import { findPayingTransactionSets } from "./classify-facts.ts";
import { type Fact, factIdentity } from "./fact.ts";
import { byInstant, gatewayRefundsOf } from "./gateway-refunds.ts";
import type { RefusalProblem } from "./order-refusals.ts";
import type { PlacedOrder } from "./placed-order.ts";
import { type RecordedRefund, refundedAmountOfPlacedOrder } from "./recorded-refunds.ts";
import { type ChargeFacts, newestQueryIfRefunded } from "./refundable-charge.ts";
import { findCyclePayingSets, isSubscriptionAttempt } from "./subscription/subscription.ts";

/** A verified statement that money of a transaction went back: its identity, and what it says, in English. */
interface ReturnedMoney {
  readonly report: string;
  readonly text: string;
}

/**
 * Returns why the order or renewal of a charge is not placed by itself: money of the paying transaction went back, in whole or in part
 * (ENG-RETURNED). Undefined if none did, or if an operator knew all reports when they retried the item.
 */
export function moneyReturnedProblem(charge: ChargeFacts): RefusalProblem | undefined {
  const { attempt, cycle, facts } = charge;
  if (!facts.some(canReportReturn) && !attempt.facts.some(canReportReturn)) return undefined;
  const accepted = new Set(attempt.facts.flatMap((fact) => acceptedReports(fact, cycle)));
  const returned = returnedMoneyOfCharge(charge).filter(({ report }) => !accepted.has(report));
  if (returned.length === 0) return undefined;
  const texts = returned.map(({ text }) => text).join(" ");
  const message = `Money of this payment went back before the order was placed. ${texts} Dismiss this item, or retry it to place the order all the same.`;
  return { code: "money_returned", message };
}

const reportingSources: ReadonlySet<Fact["source"]> = new Set(["refund", "inquiry"]);

/** Whether money went back can follow from this fact. Most charges have none. */
function canReportReturn(fact: Fact): boolean {
  return reportingSources.has(fact.source) || "alertType" in fact;
}

/** Returns the identities of the reports that money of the charge went back, for the operator who places its order all the same. */
export function reportsOfReturnedMoney(charge: ChargeFacts): readonly string[] {
  return returnedMoneyOfCharge(charge).map(({ report }) => report);
}

function acceptedReports(fact: Fact, cycle: number | undefined): readonly string[] {
  return "returnedMoney" in fact && fact.cycle === cycle ? (fact.returnedMoney ?? []) : [];
}

/** A report that came before its cycle is stored with the sale, and names the transaction (DSP-FACT). */
function returnedMoneyOfCharge({ attempt, cycle, facts }: ChargeFacts): readonly ReturnedMoney[] {
  const isLater = cycle !== undefined && isSubscriptionAttempt(attempt);
  const sets = isLater
    ? findCyclePayingSets(attempt, cycle, facts)
    : findPayingTransactionSets(expectedAmountsOf(attempt), facts);
  const paying = new Set(sets.flat());
  const withSale = attempt.facts.filter(
    (fact) => isLater && "transactionId" in fact && paying.has(fact.transactionId),
  );
  return [...returnedMoneyOf(facts, paying), ...returnedMoneyOf(withSale, paying)];
}

function returnedMoneyOf(facts: readonly Fact[], paying: ReadonlySet<string>): readonly ReturnedMoney[] {
  const refunds = gatewayRefundsOf(facts)
    .filter(({ state, transactionId }) => state === "succeeded" && paying.has(transactionId))
    .map(({ amount, refundId }) => ({
      report: `refund/${refundId}`,
      text: `The gateway reported refund ${refundId} of ${amountWithCurrency(amount)}.`,
    }));
  return [...refunds, ...chargebacksOf(facts, paying), ...otherNoticesOf(facts, paying)];
}

/** An RDR alert reports an automatic refund; an Ethoca alert moves no money. A later message can report that a chargeback failed. */
function chargebacksOf(facts: readonly Fact[], paying: ReadonlySet<string>): readonly ReturnedMoney[] {
  const disputes = facts
    .filter((fact) => fact.source === "dispute")
    .filter(({ type }) => type === "chargeback" || type === "rdr-alert")
    .filter(({ transactionId }) => paying.has(transactionId));
  const latest = new Map(
    disputes.toSorted(byInstant).map((fact) => [`${fact.type} ${fact.transactionId}`, fact]),
  );
  return [...latest.values()]
    .filter(({ result }) => result !== "failed")
    .map((fact) => ({ report: factIdentity(fact), text: `The dispute webhook reported ${fact.alertType}.` }));
}

/** The newest reply to a query counts, and a notice at the notify address (NOT-ALERT). */
function otherNoticesOf(facts: readonly Fact[], paying: ReadonlySet<string>): readonly ReturnedMoney[] {
  const isOfCharge = (transactionId: string) => transactionId === "" || paying.has(transactionId);
  const query = newestQueryIfRefunded(facts, isOfCharge);
  const notices = facts.flatMap((fact) =>
    fact.source === "notification" &&
    fact.alertType !== undefined &&
    fact.returncode === "00" &&
    isOfCharge(fact.transactionId)
      ? [{ report: factIdentity(fact), text: `A notification reported ${fact.alertType}.` }]
      : [],
  );
  if (query === undefined) return notices;
  const text = "The gateway answered a query that the order was refunded.";
  return [...notices, { report: factIdentity(query), text }];
}

/** A placed order, with all refunds that operators recorded for it. */
export interface RefundedOrder {
  /** The id that the host returned when it placed the order. */
  readonly orderId: string;
  /** The attempt that paid the order. For a renewal, the attempt that started the subscription. */
  readonly attemptId: string;
  /** The cycle of a renewal. Undefined for the first order. */
  readonly cycle: number | undefined;
  /** The tenant whose merchant took the money. */
  readonly merchantTenant: string;
  /** The amount that was charged for the order, in minor units. */
  readonly chargedAmount: Money;
  /** Oldest first. A recorded refund is never removed. */
  readonly refunds: readonly RecordedRefund[];
  /** The sum of all refunds, in minor units. */
  readonly refunded: Money;
}

/** The charge of an order, and all recorded refunds of the attempt or the later cycle that paid it. */
export interface OrderCharge
  extends Pick<RefundedOrder, "attemptId" | "cycle" | "merchantTenant" | "chargedAmount"> {
  readonly placedOrder: PlacedOrder | undefined;
  readonly recorded: readonly RecordedRefund[];
}

/**
 * Returns the order with its refunds. Undefined if the order has no id, or no refund: refunds of other charges, such as a second payment
 * of one cart, belong to no order.
 */
export function toRefundedOrder(order: OrderCharge): RefundedOrder | undefined {
  const { placedOrder, recorded, ...charge } = order;
  const refunds = recorded.filter(({ ofOrder }) => ofOrder);
  if (placedOrder?.id === undefined || refunds.length === 0) return undefined;
  const refunded = refundedAmountOfPlacedOrder({ chargedAmount: charge.chargedAmount, refunds });
  return { ...charge, orderId: placedOrder.id, refunds, refunded };
}
