import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseAttemptListQuery } from "../../../../admin-api/attempt-list-query.ts";
import { listStaffAttempts } from "../../../../admin-api/staff-attempts.ts";

/** The attempts of all carts, page by page: the newest first. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json(await listStaffAttempts(request.scope, parseAttemptListQuery(request)));
};
