import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { toCapabilityViews } from "../../../../admin-api/staff-views.ts";
import { resolvePayIndex } from "../../../../resolve-pay-index.ts";

/**
 * Returns `{ capabilities }`: what the payments can do. Each has `name`, `supported` and, if it is not supported,
 * `instead`.
 */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json({ capabilities: toCapabilityViews(resolvePayIndex(request.scope).gateway.capabilities()) });
};
