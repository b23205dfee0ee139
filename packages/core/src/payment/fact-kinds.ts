import type { Fact, InquiryFact, NotificationFact, PaymentReport, ResolutionFact } from "./fact.ts";

export function isNotification(fact: Fact): fact is NotificationFact {
  return fact.source === "notification";
}

/** Returns whether the fact reports the outcome of a payment: not a refund, and not an unknown cycle. */
function isPaymentOutcome(fact: Fact): fact is NotificationFact {
  return isNotification(fact) && fact.alertType === undefined && !hasUnknownCycle(fact);
}

/**
 * Returns whether the fact reports a successful payment of a known cycle, of any amount. A reply to a query without a transaction ID does
 * not, because the same payment could be counted twice (QRY-FACT).
 */
export function isSuccess(fact: Fact): fact is PaymentReport {
  if (fact.source === "inquiry") return fact.state === "paid" && fact.transactionId !== "";
  return isPaymentOutcome(fact) && fact.returncode === "00";
}

/** Returns whether a reply to a query says that the order is paid, and does not name the transaction. */
export function isInquirySuccessWithoutTransactionId(fact: Fact): fact is InquiryFact {
  return fact.source === "inquiry" && fact.state === "paid" && fact.transactionId === "";
}

export function isFailure(fact: Fact): fact is PaymentReport {
  if (fact.source === "inquiry") return fact.state === "failed";
  return isPaymentOutcome(fact) && fact.returncode === "2";
}

/** Returns whether the gateway reports something about a payment, whether it posted it or was asked. */
export function isPaymentReport(fact: Fact): fact is PaymentReport {
  return fact.source === "notification" || fact.source === "inquiry";
}

/**
 * Returns whether the cycle of a notification is unknown: its count is not the number of a cycle, or it has a gateway order ID of its own
 * and names no later cycle or no gateway subscription ID. A notification with the sale's gateway order ID and no count is about the sale.
 */
export function hasUnknownCycle({
  periodCount,
  reportedAttemptId,
  gatewaySubscriptionId,
}: NotificationFact): boolean {
  const isNumber = periodCount !== undefined && /^[1-9]\d{0,8}$/.test(periodCount);
  if (reportedAttemptId !== undefined)
    return !isNumber || periodCount === "1" || gatewaySubscriptionId === undefined;
  return periodCount !== undefined && !isNumber;
}

export function isAcceptance(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action === "accept";
}

export function dismissesWholeCharge(fact: Fact): boolean {
  return fact.source === "operator" && fact.action === "dismiss" && fact.transactions === undefined;
}

/** Returns whether an operator ended a paid attempt whose order was not placed (ENG-FREE). */
export function freesWholeAttempt(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action !== "retry" && fact.frees === "attempt";
}

/** Returns whether an operator recorded a refund of transactions under review (ENG-FREE). */
export function isReviewedTransactionRefund(fact: Fact): fact is ResolutionFact {
  return fact.source === "operator" && fact.action === "record-refund" && fact.frees === "transactions";
}

export function hasWeakerSignFlag({ weaker }: NotificationFact): boolean {
  return weaker === true;
}

/** Returns whether a notification reports only that the subscription was closed. It contradicts no approval. */
export function reportsOnlyClosing(fact: PaymentReport): boolean {
  return fact.source === "notification" && fact.enabled === "0" && fact.returncode !== "00";
}
