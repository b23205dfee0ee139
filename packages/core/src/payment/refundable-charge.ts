import { isAmountBetween, type Money, readAmountText } from "../protocol/money/money.ts";
import { type Attempt, expectedAmountsOf, expectedChargedAmountOf } from "./attempt.ts";
import { type ExpectedAmounts, findPayingTransactionSets, isSuccess } from "./classify-facts.ts";
import type { Fact, InquiryFact } from "./fact.ts";
import { byInstant, gatewayRefundsOf } from "./gateway-refunds.ts";
import { reservedRefundsOf } from "./recorded-refunds.ts";
import type { Cycle } from "./subscription/cycle.ts";
import { findCyclePayingSets, isSubscriptionAttempt } from "./subscription/subscription.ts";

/** A sale or a later cycle, with its facts. */
export interface ChargeFacts {
  readonly attempt: Attempt;
  /** Undefined for the sale itself. */
  readonly cycle: number | undefined;
  readonly facts: readonly Fact[];
}

/** Identifies the charge of a sale, or of a later cycle. */
export interface ChargeKey {
  readonly attemptId: string;
  /** Undefined for the sale itself. */
  readonly cycle: number | undefined;
}

/** What is loaded of a payment. */
interface LoadedCharges {
  readonly attempts: readonly Attempt[];
  readonly cycles: readonly Cycle[];
}

/** Returns a sale or a later cycle with its facts, which are none if the cycle is not loaded. Undefined if the attempt is not loaded. */
export function findCharge(
  { attempts, cycles }: LoadedCharges,
  { attemptId, cycle }: ChargeKey,
): ChargeFacts | undefined {
  const attempt = attempts.find((each) => each.attemptId === attemptId);
  if (attempt === undefined) return undefined;
  return {
    attempt,
    cycle,
    facts: cycle === undefined ? attempt.facts : factsOfCycle(cycles, attemptId, cycle),
  };
}

export function factsOfCycle(cycles: readonly Cycle[], attemptId: string, number: number): readonly Fact[] {
  return cycles.find((each) => each.attemptId === attemptId && each.number === number)?.facts ?? [];
}

/** The transaction that a refund through the gateway names, and what was paid with it. */
export interface RefundableCharge {
  readonly transactionId: string;
  /** In minor units. */
  readonly paid: Money;
}

/**
 * Returns the one transaction that paid the sale or the cycle. Undefined if the gateway reported none, several together did, or its
 * amount cannot be read in the currency of the sale: then only the back office can refund it.
 */
export function refundableChargeOf({ attempt, cycle, facts }: ChargeFacts): RefundableCharge | undefined {
  const [paying = []] =
    cycle !== undefined && isSubscriptionAttempt(attempt)
      ? findCyclePayingSets(attempt, cycle, facts)
      : findPayingTransactionSets(expectedAmountsOf(attempt), facts);
  const [transactionId, ...others] = paying;
  if (transactionId === undefined || others.length > 0) return undefined;
  // A reply to a query can lack the currency that a notification of the same transaction has.
  const [paid] = facts
    .filter(isSuccess)
    .filter((fact) => fact.transactionId === transactionId)
    .filter((fact) => fact.currency.toUpperCase() === attempt.amount.currency)
    .flatMap((fact) => readGatewayAmountIfPositive(fact.trueAmount, attempt.amount.currency) ?? []);
  return paid === undefined ? undefined : { transactionId, paid };
}

/**
 * Returns what is left to give back (RFD-LIMIT): of the charged amount, or of what was paid if the shop accepted less, without the refunds
 * that were made or can still be made. A refund of the transaction itself always counts. Another one counts for the placed order or for the
 * charge without an order, never for both. At least 0.
 */
export function amountLeftToRefund(subject: ChargeFacts, target: RefundTarget): Money {
  const { minor, currency } = balanceOf(subject, target);
  return { minor: Math.max(0, minor), currency };
}

/** Returns whether nothing is left to refund, because the newest query says so. The details may be unknown, or of a part (QRY-REFUND). */
export function isWholeChargeRefunded(subject: ChargeFacts): boolean {
  const charge = refundableChargeOf(subject);
  const isOfCharge = (id: string) => id === "" || id === charge?.transactionId;
  return newestQueryIfRefunded(subject.facts, isOfCharge) !== undefined;
}

/** Returns whether the refunds of a charge are more than what was paid: the gateway made one that had failed, or that nobody asked for. */
export function isRefundedTooMuch(subject: ChargeFacts, target: RefundTarget): boolean {
  return balanceOf(subject, target).minor < 0;
}

/** What a refund gives back: money of the placed order, or of a charge without an order. */
interface RefundTarget {
  readonly ofOrder: boolean;
}

function balanceOf({ attempt, cycle, facts }: ChargeFacts, { ofOrder }: RefundTarget): Money {
  const { minor, currency } = expectedChargedAmountOf(attempt, cycle);
  const charge = refundableChargeOf({ attempt, cycle, facts });
  const reserved = reservedRefundsOf(facts).filter(
    (each) =>
      each.ofOrder === ofOrder || (charge !== undefined && each.transactionId === charge.transactionId),
  );
  const paid = charge?.paid.minor ?? minor;
  const left = reserved.reduce((rest, each) => rest - each.amount.minor, Math.min(minor, paid));
  return { minor: left, currency };
}

/** Returns an amount that the gateway sent. Undefined if it is no amount of this currency, or not more than 0. */
export function readGatewayAmountIfPositive(text: string, currency: string): Money | undefined {
  const amount = readAmountText(text, currency);
  return amount !== undefined && amount.minor > 0 ? amount : undefined;
}

/**
 * Returns the sets of transactions that each paid in full, without those whose whole money the gateway reported as refunded before an order
 * got it: nobody has to refund them (ITEM-TWICE). A refund of the placed order counts as its money.
 */
export function findKeptPayingSets(terms: ExpectedAmounts, facts: readonly Fact[]): (readonly string[])[] {
  const refunds = gatewayRefundsOf(facts).filter(({ state, ofOrder }) => state === "succeeded" && !ofOrder);
  const { currency } = terms.amount;
  const isRefunded = (transactionId: string) => {
    const own = refunds.filter((refund) => refund.transactionId === transactionId);
    const highest = own.reduce((sum, { amount }) => sum + amount.minor, 0);
    const isCovered = (paid: string) => isAmountBetween(paid, { currency, lowest: 1, highest });
    const reports = facts.filter(isSuccess).filter((fact) => fact.transactionId === transactionId);
    return reports.length > 0 && reports.every(({ trueAmount }) => isCovered(trueAmount));
  };
  return findPayingTransactionSets(terms, facts).filter((ids) => !ids.every(isRefunded));
}

/**
 * Returns the newest reply to a query, if it says that the order was refunded (QRY-REFUND). Undefined if it says something else, or names a
 * transaction that did not pay.
 */
export function newestQueryIfRefunded(
  facts: readonly Fact[],
  isOfCharge: (transactionId: string) => boolean,
): InquiryFact | undefined {
  const newest = facts
    .filter((fact) => fact.source === "inquiry")
    .toSorted(byInstant)
    .at(-1);
  return newest?.state === "refunded" && isOfCharge(newest.transactionId) ? newest : undefined;
}
