import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import type { ReviewItem } from "@pay-index/core";
import { problemsOf } from "@pay-index/core/adapter";
import { staffTexts } from "@pay-index/core/staff";
import { z } from "zod";

const reviewKinds = Object.keys(staffTexts.reviewItems) as [ReviewItem["kind"], ...ReviewItem["kind"][]];

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
export function parseReviewQueueQuery({
  query,
}: Pick<AuthenticatedMedusaRequest, "query">): ReviewQueueQuery {
  const { success, data, error } = querySchema.safeParse(query);
  if (success && !data.q.includes("\0")) return data;
  const problems = problemsOf(error?.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    ["The query cannot be used.", ...problems].join("\n  "),
    "pay_index_query_invalid",
  );
}
