import { hasPermission } from "@medusajs/framework";
import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http";
import { FeatureFlag, MedusaError } from "@medusajs/framework/utils";
import { readPaymentsPolicy } from "../policies/pay-index-payment.ts";

type StaffRequest = Pick<MedusaRequest, "scope"> & Partial<Pick<AuthenticatedMedusaRequest, "auth_context">>;

/** Matches every spelling of a link or an entity of the plugin. */
const pluginFieldPattern = /pay_?index/i;

/**
 * Requires the plugin's read policy for the plugin's fields in Medusa's own routes. These routes expand links that are
 * named in `fields`, and check only their own policies. Medusa checks policies only with its feature flag `rbac`.
 */
export async function requirePaymentReadPolicy(
  request: StaffRequest & Pick<MedusaRequest, "query">,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const isAsked = pluginFieldPattern.test(JSON.stringify(request.query.fields ?? ""));
  if (!isAsked || !FeatureFlag.isFeatureEnabled("rbac") || (await canReadPayments(request))) {
    next();
    return;
  }
  const { resource, operation } = readPaymentsPolicy;
  const message = `Insufficient permissions. Required policies: ${resource}:${operation}`;
  next(new MedusaError(MedusaError.Types.FORBIDDEN, message));
}

async function canReadPayments({ scope, auth_context }: StaffRequest): Promise<boolean> {
  const { roles } = Object(auth_context?.app_metadata) as { roles?: readonly string[] };
  // Medusa grants everything to an empty list of roles.
  if (!roles?.length) return false;
  return hasPermission({ roles: [...roles], actions: readPaymentsPolicy, container: scope });
}
