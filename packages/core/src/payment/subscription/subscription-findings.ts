import type { Attempt } from "../attempt.ts";
import type { ReviewFinding } from "../review-findings.ts";
import { type SubscriptionFinding, subscriptionMismatchesOfSale } from "./derive-cycle-state.ts";
import { incompleteNotificationFindings } from "./incomplete-notification-findings.ts";
import { isSubscriptionAttempt } from "./subscription.ts";

/** Returns the review findings about the subscription that an attempt started: other subscriptions' notifications, and missing fields. */
export function subscriptionFindings(attempt: Attempt): (ReviewFinding | SubscriptionFinding)[] {
  const { facts, subscription } = attempt;
  return [
    ...subscriptionMismatchesOfSale(facts, subscription?.gatewaySubscriptionId),
    ...(isSubscriptionAttempt(attempt) ? incompleteNotificationFindings(facts) : []),
  ];
}
