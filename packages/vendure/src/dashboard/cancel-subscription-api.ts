import type { CancelResultFields } from "@pay-index/core/staff";
import { api } from "@vendure/dashboard";

/** The outcome of a cancellation, as the Admin API returns it. */
export interface CancellationResult extends Omit<CancelResultFields, "outcome"> {
  readonly outcome: "CANCELLED" | "ENDED" | "REFUSED" | "UNCLEAR";
}

/** Asks the gateway to cancel the subscription that an attempt of the order started. */
export async function cancelSubscription(orderId: string, attemptId: string): Promise<CancellationResult> {
  const mutation = `mutation PayIndexCancel($orderId: ID!, $attemptId: String!) {
    cancelPayIndexSubscription(orderId: $orderId, attemptId: $attemptId) { outcome closedAt reason text } }`;
  const answer = (await api.mutate(mutation, { orderId, attemptId })) as {
    cancelPayIndexSubscription: CancellationResult;
  };
  return answer.cancelPayIndexSubscription;
}
