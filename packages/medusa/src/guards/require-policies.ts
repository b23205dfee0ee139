import { hasPermission } from "@medusajs/framework";
import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http";
import type { FeatureFlagTypes } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import type { Policy } from "../policies/pay-index-payment.ts";

export type StaffRequest = Pick<MedusaRequest, "scope"> &
  Partial<Pick<AuthenticatedMedusaRequest, "auth_context">>;

/** Returns which of these policies the signed-in user has. Without Medusa's feature flag `rbac`, all. */
export async function findGrantedPolicies(
  { scope, auth_context }: StaffRequest,
  policies: readonly Policy[],
): Promise<(policy: Policy) => boolean> {
  const { roles = [] } = Object(auth_context?.app_metadata) as { roles?: string[] };
  const flags = scope.resolve<FeatureFlagTypes.IFlagRouter>(ContainerRegistrationKeys.FEATURE_FLAG_ROUTER);
  // Medusa grants everything to a user without roles. `resolvePermissions`, which does not, is missing before 2.15.
  if (roles.length === 0 && flags.isFeatureEnabled("rbac")) return () => false;
  const granted = new Set<string>();
  const add = async (policy: Policy) => {
    if (await hasPermission({ roles, actions: policy, container: scope })) granted.add(keyOf(policy));
  };
  await Promise.all(policies.map(add));
  return (policy) => granted.has(keyOf(policy));
}

/** @throws MedusaError `forbidden`, as Medusa's own routes throw it */
export async function requirePolicy(request: StaffRequest, policy: Policy): Promise<void> {
  const isGranted = await findGrantedPolicies(request, [policy]);
  if (isGranted(policy)) return;
  const message = `Insufficient permissions. Required policies: ${keyOf(policy)}`;
  throw new MedusaError(MedusaError.Types.FORBIDDEN, message);
}

function keyOf({ resource, operation }: Policy): string {
  return `${resource}:${operation}`;
}
