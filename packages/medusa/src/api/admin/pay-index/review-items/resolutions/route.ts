import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseBulkOperatorAction } from "../../../../../admin-api/operator-action-input.ts";
import { StaffReviewQueue } from "../../../../../admin-api/staff-review-queue.ts";

/**
 * Resolves or retries several review items. Takes `{ review_item_ids, action, note }`: 1 to 100 ids, and `accept`,
 * `dismiss` or `retry`. Returns `{ results }` in the same order. Refunds are recorded one by one.
 */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const input = await parseBulkOperatorAction(request);
  response.json({ results: await new StaffReviewQueue(request.scope).resolve(input) });
};
