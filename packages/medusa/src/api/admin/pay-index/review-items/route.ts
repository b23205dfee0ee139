import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseReviewQueueQuery } from "../../../../admin-api/review-queue-query.ts";
import { StaffReviewQueue } from "../../../../admin-api/staff-review-queue.ts";

/** The review items of all orders and carts, page by page: oldest first, payments without a result last. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json(await new StaffReviewQueue(request.scope).page(parseReviewQueueQuery(request)));
};
