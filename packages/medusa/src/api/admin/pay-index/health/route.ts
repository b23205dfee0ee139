import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { toHealthView } from "../../../../admin-api/health-views.ts";
import { hasPolicies } from "../../../../guards/require-policies.ts";
import { updateSettingsPolicy } from "../../../../policies/pay-index-payment.ts";
import { resolvePayIndex } from "../../../../resolve-pay-index.ts";

/** How the gateway works: the notify address, the last notification, warnings, and what waits. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const mayChangeSettings = await hasPolicies(request, [updateSettingsPolicy]);
  const health = await resolvePayIndex(request.scope).gateway.health();
  response.json({ health: toHealthView(health, { mayChangeSettings }) });
};
