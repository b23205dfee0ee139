import { isAmountBetween } from "../protocol/money/amount-text.ts";
import { type ExpectedAmounts, findPayingTransactionSets } from "./classify-facts.ts";
import type { Fact, InquiryFact } from "./fact.ts";
import { isSuccess } from "./fact-kinds.ts";
import { gatewayRefundsOf } from "./gateway-refunds.ts";

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
    .reduce<InquiryFact | undefined>(
      (last, fact) => (last !== undefined && last.at > fact.at ? last : fact),
      undefined,
    );
  return newest?.state === "refunded" && isOfCharge(newest.transactionId) ? newest : undefined;
}
