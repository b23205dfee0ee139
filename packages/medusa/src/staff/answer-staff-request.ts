import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { HttpRequest } from "@pay-index/server";
import type { StaffMember, StaffPermission } from "@pay-index/server/staff";
import { findGrantedPolicies } from "../guards/require-policies.ts";
import {
  cancelSubscriptionsPolicy,
  type Policy,
  readOrdersPolicy,
  readPaymentsPolicy,
  refundPolicies,
  updatePaymentsPolicy,
  updateSettingsPolicy,
} from "../policies/pay-index-payment.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { findOperatorById } from "./find-operator.ts";
import { createStaffHost } from "./staff-host.ts";

/** The policies that each permission of the staff API needs, all of them. */
const policiesOf: Readonly<Record<StaffPermission, readonly Policy[]>> = {
  view: [readPaymentsPolicy, readOrdersPolicy],
  resolve: [updatePaymentsPolicy],
  refund: refundPolicies,
  cancel: [cancelSubscriptionsPolicy],
  links: [updatePaymentsPolicy],
};

/** Answers a request of the staff API, for the user or the secret API key that Medusa has authenticated. */
export async function answerStaffRequest(
  request: AuthenticatedMedusaRequest,
  response: MedusaResponse,
): Promise<void> {
  const [, , , ...parts] = request.path.split("/");
  await resolvePayIndex(request.scope).staff({
    // Medusa uses Express, and its requests are those of Node.
    request: request as unknown as HttpRequest,
    response,
    path: parts.join("/"),
    identify: async () => {
      const member = await findStaffMember(request);
      return member && { member, host: createStaffHost(request.scope) };
    },
  });
}

/** Medusa's merchants belong to the whole shop, so staff see the payments of all tenants. */
async function findStaffMember(request: AuthenticatedMedusaRequest): Promise<StaffMember | undefined> {
  const operator = await findOperatorById(request.scope, request.auth_context.actor_id);
  if (operator === undefined) return undefined;
  const policies = [...Object.values(policiesOf).flat(), updateSettingsPolicy];
  const isGranted = await findGrantedPolicies(request, policies);
  const permissions = Object.keys(policiesOf) as StaffPermission[];
  return {
    operator,
    permissions: permissions.filter((each) => policiesOf[each].every(isGranted)),
    maySeeSecrets: isGranted(updateSettingsPolicy),
  };
}
