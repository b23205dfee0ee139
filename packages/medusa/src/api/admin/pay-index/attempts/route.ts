import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseAttemptListQuery } from "../../../../admin-api/attempt-list-query.ts";
import { listStaffAttempts } from "../../../../admin-api/staff-attempts.ts";

/**
 * Returns `{ attempts, next }`: the attempts of all carts, page by page, the newest first. Query: `group` (`open`,
 * `failed`, `review` or `paid`), `q` (a whole cart ID, gateway order ID, transaction ID, order ID, order number such
 * as `#34`, or e-mail address), `limit` (50) and `after`, which is the `next` of the page before.
 */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json(await listStaffAttempts(request.scope, parseAttemptListQuery(request)));
};
