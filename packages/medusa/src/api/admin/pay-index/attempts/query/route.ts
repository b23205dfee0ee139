import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseQueriedAttemptIds } from "../../../../../admin-api/gateway-query-input.ts";
import { askGatewayAboutAttempts } from "../../../../../admin-api/staff-attempts.ts";

/** Asks the gateway about several attempts, applies what it reports, and returns the answer about each. */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json({ results: await askGatewayAboutAttempts(request.scope, parseQueriedAttemptIds(request)) });
};
