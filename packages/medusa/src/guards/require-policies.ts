import { hasPermission } from "@medusajs/framework";
import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http";
import { FeatureFlag, MedusaError } from "@medusajs/framework/utils";

export type StaffRequest = Pick<MedusaRequest, "scope"> &
  Partial<Pick<AuthenticatedMedusaRequest, "auth_context">>;

interface Policy {
  readonly resource: string;
  readonly operation: string;
}

/** Whether the signed-in user has all these policies. Medusa checks policies only with its feature flag `rbac`. */
export async function hasPolicies(
  { scope, auth_context }: StaffRequest,
  policies: readonly Policy[],
): Promise<boolean> {
  if (!FeatureFlag.isFeatureEnabled("rbac")) return true;
  const { roles } = Object(auth_context?.app_metadata) as { roles?: readonly string[] };
  // Medusa grants everything to an empty list of roles.
  if (!roles?.length) return false;
  return hasPermission({ roles: [...roles], actions: [...policies], container: scope });
}

/** @throws MedusaError `forbidden`, as Medusa's own routes throw it */
export async function requirePolicies(request: StaffRequest, policies: readonly Policy[]): Promise<void> {
  if (await hasPolicies(request, policies)) return;
  const keys = policies.map(({ resource, operation }) => `${resource}:${operation}`).join(", ");
  const message = `Insufficient permissions. Required policies: ${keys}`;
  throw new MedusaError(MedusaError.Types.FORBIDDEN, message);
}
