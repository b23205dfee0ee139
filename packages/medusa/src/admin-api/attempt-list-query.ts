import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { attemptGroups, z } from "@pay-index/core/adapter";
import { parseStaffQueryParameters } from "./staff-query-parameters.ts";

const querySchema = z.strictObject({
  group: z.enum(attemptGroups, `must be one of ${attemptGroups.join(", ")}`).optional(),
  q: z.string("must be a text").trim().max(200, "must not be longer than 200 characters").default(""),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  after: z.string("must be a gateway order ID").optional(),
});

export type AttemptListQuery = z.infer<typeof querySchema>;

/**
 * Returns which attempts the request asks for. @throws MedusaError `invalid_data`: a parameter is unknown or invalid
 */
export function parseAttemptListQuery(request: Pick<AuthenticatedMedusaRequest, "query">): AttemptListQuery {
  return parseStaffQueryParameters(querySchema, request);
}
