import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import type { ReviewItem } from "@pay-index/core";
import { z } from "@pay-index/core/adapter";
import { englishStaffTexts } from "@pay-index/core/staff";
import { parseStaffQueryParameters } from "./staff-query-parameters.ts";

const reviewKinds = Object.keys(englishStaffTexts.reviewItems) as [
  ReviewItem["kind"],
  ...ReviewItem["kind"][],
];

const querySchema = z.strictObject({
  kind: z.enum(reviewKinds, "must be a kind of review item").optional(),
  q: z.string("must be a text").trim().max(200, "must not be longer than 200 characters").default(""),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

export type ReviewQueueQuery = z.infer<typeof querySchema>;

/**
 * Returns which review items the request asks for. @throws MedusaError `invalid_data`: a parameter is unknown or
 * invalid
 */
export function parseReviewQueueQuery(request: Pick<AuthenticatedMedusaRequest, "query">): ReviewQueueQuery {
  return parseStaffQueryParameters(querySchema, request);
}
