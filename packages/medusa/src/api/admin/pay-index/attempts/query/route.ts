import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseQueriedAttemptIds } from "../../../../../admin-api/gateway-query-input.ts";
import { askGatewayAboutAttempts } from "../../../../../admin-api/staff-attempts.ts";

/**
 * Asks the gateway about several attempts, and applies what it reports. Takes `{ ids }`, 1 to 100 gateway order IDs.
 * Returns `{ results }` in the same order: `{ id, outcome, state, reason, text }`. `reported`: the answer is
 * verified, and `state` is `paid`, `not-paid`, `pending`, `failed`, `refunded` or `unrecognized`. `unverified`,
 * `rejected`, `unknown` and `not-asked`: nothing changed, and `reason` or `text` says why.
 */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json({ results: await askGatewayAboutAttempts(request.scope, parseQueriedAttemptIds(request)) });
};
