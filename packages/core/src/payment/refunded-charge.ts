import type { Fact, InquiryFact } from "./fact.ts";

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
