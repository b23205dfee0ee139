import type { CancellationFact } from "../cancellation.ts";
import type { Fact } from "../fact.ts";
import { isAcceptance, isSuccess } from "../fact-kinds.ts";
import { addClosing } from "./closing.ts";
import type { SubscriptionAttempt, SubscriptionSummary } from "./subscription.ts";

type ConfirmedCancellation = CancellationFact & { readonly step: "confirmed" };

export function isConfirmedCancellation(fact: Fact): fact is ConfirmedCancellation {
  return fact.source === "cancellation" && fact.step === "confirmed";
}

export function isCancellationRequest(fact: Fact): fact is CancellationFact & { readonly step: "requested" } {
  return fact.source === "cancellation" && fact.step === "requested";
}

/** Returns whether the gateway or staff reported that any cycle of a subscription was charged, with any amount. */
export function wasSubscriptionCharged({ facts, subscription }: SubscriptionAttempt): boolean {
  return (
    subscription?.gatewaySubscriptionId !== undefined ||
    facts.some((fact) => isSuccess(fact) || isAcceptance(fact))
  );
}

/**
 * Returns the attempt with its subscription closed by each confirmed cancellation, like by a reported closing (CAN-CLOSED): after the cycle
 * that the confirmation names, otherwise from its moment on. Returns the same object if nothing is new.
 */
export function closeCancelledSubscription(attempt: SubscriptionAttempt): SubscriptionAttempt {
  const known: SubscriptionSummary = attempt.subscription ?? {};
  const closed = attempt.facts
    .filter(isConfirmedCancellation)
    .reduce((summary, { at, lastCycle }) => addClosing(summary, at, lastCycle), known);
  const names = ["closedAt", "closedWith", "closedWithoutCycleAt"] as const;
  return names.every((name) => closed[name] === known[name]) ? attempt : { ...attempt, subscription: closed };
}
