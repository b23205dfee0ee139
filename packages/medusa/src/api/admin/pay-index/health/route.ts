import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { toHealthView } from "../../../../admin-api/health-views.ts";
import { resolvePayIndex } from "../../../../resolve-pay-index.ts";

/** How the gateway works: the notify address, the last notification, warnings, and what waits. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json({ health: toHealthView(await resolvePayIndex(request.scope).gateway.health()) });
};
