import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { toCapabilityViews } from "../../../../admin-api/staff-views.ts";
import { resolvePayIndex } from "../../../../resolve-pay-index.ts";

/** What the payments can do, and for the rest how to do it by hand. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json({ capabilities: toCapabilityViews(resolvePayIndex(request.scope).gateway.capabilities()) });
};
