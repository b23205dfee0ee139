import { toAmountText } from "../protocol/money/amount-text.ts";
import { expectedAmountsOf } from "./attempt.ts";
import { findPayingTransactionSets } from "./classify-facts.ts";
import type { Fact, InquiryFact } from "./fact.ts";
import { gatewayRefundsOf } from "./gateway-refunds.ts";
import type { RefusalProblem } from "./order-refusals.ts";
import type { ChargeFacts } from "./refundable-charge.ts";
import { findCyclePayingSets, isSubscriptionAttempt } from "./subscription/subscription.ts";

/** A verified statement that money of a transaction went back: when core learned of it, and what it says, in English. */
interface ReturnedMoney {
  readonly at: string;
  readonly text: string;
}

/**
 * Returns why the order or renewal of a charge is not placed by itself: money of the paying transaction went back, in whole or in part
 * (ENG-RETURNED). Undefined if none did, or if an operator has retried the item since.
 *
 * @param facts of the sale or the cycle
 */
export function moneyReturnedProblem({ attempt, cycle, facts }: ChargeFacts): RefusalProblem | undefined {
  if (!facts.some(canReportReturn)) return undefined;
  const paying = (
    cycle !== undefined && isSubscriptionAttempt(attempt)
      ? findCyclePayingSets(attempt, cycle, facts)
      : findPayingTransactionSets(expectedAmountsOf(attempt), facts)
  ).flat();
  const retries = attempt.facts.filter((fact) => isRetryOfPlacing(fact, cycle));
  const returned = returnedMoneyOf(facts, new Set(paying)).filter(
    (money) => !retries.some(({ at }) => at >= money.at),
  );
  if (returned.length === 0) return undefined;
  const texts = returned.map(({ text }) => text).join(" ");
  return {
    code: "money_returned",
    message: `Money of this payment went back before the order was placed. ${texts} Dismiss this item, or retry it to place the order all the same.`,
  };
}

/** Whether money went back can follow from this fact. Most charges have none. */
function canReportReturn(fact: Fact): boolean {
  return (
    fact.source === "refund" ||
    fact.source === "dispute" ||
    fact.source === "inquiry" ||
    (fact.source === "notification" && fact.alertType !== undefined)
  );
}

function isRetryOfPlacing(fact: Fact, cycle: number | undefined): boolean {
  return (
    fact.source === "operator" &&
    fact.action === "retry" &&
    (fact.kind === "order-not-placed" || fact.kind === "renewal-not-placed") &&
    fact.cycle === cycle
  );
}

function returnedMoneyOf(facts: readonly Fact[], paying: ReadonlySet<string>): readonly ReturnedMoney[] {
  const refunds = gatewayRefundsOf(facts)
    .filter(({ state, transactionId }) => state === "succeeded" && paying.has(transactionId))
    .map(({ at, endedAt, amount, refundId }) => ({
      at: endedAt ?? at,
      text: `The gateway reported refund ${refundId} of ${toAmountText(amount)} ${amount.currency}.`,
    }));
  return [...refunds, ...chargebacksOf(facts, paying), ...otherNoticesOf(facts, paying)];
}

/** An RDR alert reports an automatic refund; an Ethoca alert moves no money. A later message can say that a chargeback failed. */
function chargebacksOf(facts: readonly Fact[], paying: ReadonlySet<string>): readonly ReturnedMoney[] {
  const latest = new Map(
    facts
      .filter((fact) => fact.source === "dispute")
      .filter(
        ({ type, transactionId }) =>
          type !== "ethoca-alert" && type !== "refund" && paying.has(transactionId),
      )
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .map((fact) => [`${fact.type} ${fact.transactionId}`, fact]),
  );
  return [...latest.values()]
    .filter(({ type, result }) => type !== "unrecognized" && result !== "failed")
    .map(({ at, alertType }) => ({ at, text: `The dispute webhook reported ${alertType}.` }));
}

/** The newest reply to a query counts, and a notice at the notify address (NOT-ALERT). */
function otherNoticesOf(facts: readonly Fact[], paying: ReadonlySet<string>): readonly ReturnedMoney[] {
  const isOfCharge = (transactionId: string) => transactionId === "" || paying.has(transactionId);
  const newest = facts
    .filter((fact) => fact.source === "inquiry")
    .reduce<InquiryFact | undefined>(
      (last, fact) => (last !== undefined && last.at > fact.at ? last : fact),
      undefined,
    );
  const notices = facts.flatMap((fact) =>
    fact.source === "notification" &&
    fact.alertType !== undefined &&
    fact.returncode === "00" &&
    isOfCharge(fact.transactionId)
      ? [{ at: fact.at, text: `A notification reported ${fact.alertType}.` }]
      : [],
  );
  if (newest?.state !== "refunded" || !isOfCharge(newest.transactionId)) return notices;
  return [...notices, { at: newest.at, text: "The gateway answered a query that the order was refunded." }];
}
