import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseReviewQueueQuery } from "../../../../admin-api/review-queue-query.ts";
import { StaffReviewQueue } from "../../../../admin-api/staff-review-queue.ts";

/**
 * Returns `{ items, count, counts, limit, offset }`: the review items of all orders and carts, page by page, oldest
 * first, payments without a result last. Query: `kind`, `q`, `limit` (50, at most 100) and `offset`. `counts` has
 * the number of each kind. `amount` is the charged amount, or the requested amount if nothing was charged.
 */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json(await new StaffReviewQueue(request.scope).page(parseReviewQueueQuery(request)));
};
