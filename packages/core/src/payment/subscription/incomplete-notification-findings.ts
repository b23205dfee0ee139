import type { Fact, NotificationFact } from "../fact.ts";
import { hasUnknownCycle, isNotification } from "../fact-kinds.ts";
import type { ReviewFinding } from "../review-findings.ts";

/**
 * Returns a finding for each transaction of a subscription whose notification lacks a required field (ITEM-FIELDS). A notification whose
 * cycle is unknown, or whose transaction paid another cycle, has a finding of its own. A refund notice and a report that the subscription was closed are complete without it.
 */
export function incompleteNotificationFindings(facts: readonly Fact[]): ReviewFinding[] {
  return facts.filter(isNotification).filter(isAboutCharge).flatMap(toFinding);
}

function isAboutCharge(fact: NotificationFact): boolean {
  return (
    fact.alertType === undefined &&
    fact.usedFor === undefined &&
    fact.enabled !== "0" &&
    !hasUnknownCycle(fact)
  );
}

function toFinding({ transactionId, gatewaySubscriptionId, periodCount }: NotificationFact): ReviewFinding[] {
  const missing = [
    ...(gatewaySubscriptionId === undefined ? ["payment_transaction_id"] : []),
    ...(periodCount === undefined ? ["payment_period_count"] : []),
  ];
  if (missing.length === 0) return [];
  const counted = periodCount === undefined ? " It was recorded as the first payment." : "";
  const evidence = `The notification of transaction ${transactionId} lacks ${missing.join(" and ")}.${counted}`;
  return [{ kind: "incomplete-notification", dedupeKey: transactionId, evidence }];
}
