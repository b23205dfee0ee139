import type { Attempt } from "../payment/attempt.ts";
import {
  closeCancelledSubscription,
  isCancellationRequest,
} from "../payment/subscription/close-cancelled-subscription.ts";
import { isSubscriptionAttempt } from "../payment/subscription/subscription.ts";
import type { Payment } from "../ports/store.ts";
import type { JobChanges } from "./job-changes.ts";

/**
 * Closes the subscriptions whose cancellation the gateway confirmed (CAN-CLOSED), and returns their attempts. Adds a job for a new request,
 * so that a process that ends cannot lose it (CAN-COMMIT). A closed subscription needs no such job, whoever closed it.
 */
export function planSubscriptionCancellations(
  payment: Payment,
  attempts: readonly Attempt[],
  jobs: JobChanges,
): readonly Attempt[] {
  return attempts.filter(isSubscriptionAttempt).map((attempt) => {
    const closed = closeCancelledSubscription(attempt);
    changeCancelJob(payment, closed, jobs);
    return closed;
  });
}

function changeCancelJob(payment: Payment, attempt: Attempt, jobs: JobChanges): void {
  const own = payment.jobs.filter(
    ({ kind, attemptId }) => kind === "cancel-subscription" && attemptId === attempt.attemptId,
  );
  const open = own.find(({ status }) => status !== "completed");
  if (attempt.subscription?.closedAt !== undefined) {
    if (open !== undefined) jobs.complete(open.id, "superseded", "The subscription is closed.");
    return;
  }
  const before = payment.attempts.find(({ attemptId }) => attemptId === attempt.attemptId);
  if (open !== undefined || requestCount(attempt) === requestCount(before)) return;
  const dedupeKey = own.length === 0 ? "" : String(own.length + 1);
  jobs.addClaimed(attempt, { kind: "cancel-subscription", dedupeKey });
}

function requestCount(attempt: Attempt | undefined): number {
  return attempt?.facts.filter(isCancellationRequest).length ?? 0;
}
