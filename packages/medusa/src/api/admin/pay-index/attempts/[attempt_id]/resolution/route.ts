import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseOperatorAction } from "../../../../../../admin-api/operator-action-input.ts";
import { StaffPayments } from "../../../../../../admin-api/staff-payments.ts";

/**
 * Records an operator action about an attempt that has no review item. Takes the fields of
 * `review-items/:id/resolution`, without `retry`. With `record-refund`, `cycle` is the refunded renewal. Some kinds
 * of items stay open.
 */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const input = await parseOperatorAction(request);
  const payment = await new StaffPayments(request.scope).resolve(String(request.params.attempt_id), input);
  response.json({ payment });
};
