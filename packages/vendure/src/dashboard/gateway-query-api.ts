import type { QueryResultFields } from "@pay-index/core/staff";
import { api, usePermissions, useQuery } from "@vendure/dashboard";

/*
 * The requests about the gateway's answers to the plugin's Admin API.
 */

/** The gateway's answer about one attempt. */
export interface GatewayQueryAnswer {
  readonly attemptId: string;
  readonly outcome: "REPORTED" | "UNVERIFIED" | "REJECTED" | "UNKNOWN" | "NOT_ASKED";
  readonly state: "PAID" | "NOT_PAID" | "PENDING" | "FAILED" | "REFUNDED" | "UNRECOGNIZED" | null;
  readonly reason: QueryResultFields["reason"];
  readonly text: string | null;
}

export async function queryAttemptsAtGateway(
  attemptIds: readonly string[],
): Promise<readonly GatewayQueryAnswer[]> {
  const mutation = `mutation PayIndexQuery($attemptIds: [String!]!) {
    queryPayIndexAttempts(attemptIds: $attemptIds) { attemptId outcome state reason text } }`;
  const answer = (await api.mutate(mutation, { attemptIds })) as {
    queryPayIndexAttempts: GatewayQueryAnswer[];
  };
  return answer.queryPayIndexAttempts;
}

interface CapabilityList {
  readonly payIndexCapabilities: readonly { readonly name: string; readonly supported: boolean }[];
}

const permissions = {
  PAYMENT_QUERY: "UpdatePayIndexPayment",
  CANCEL_SUBSCRIPTION: "CancelPayIndexSubscription",
} as const;

/** Returns whether this shop has an operation of the gateway, and the signed-in user may let it call the gateway. */
export function useCanCallGateway(capability: keyof typeof permissions): boolean {
  const { hasPermissions } = usePermissions();
  const { data } = useQuery({
    queryKey: ["pay-index", "capabilities"],
    queryFn: () =>
      api.query<CapabilityList>("query PayIndexCapabilities { payIndexCapabilities { name supported } }", {}),
    // Only a restart of the shop changes them.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isSupported = data?.payIndexCapabilities.some(
    ({ name, supported }) => name === capability && supported,
  );
  return isSupported === true && hasPermissions([permissions[capability]]);
}
