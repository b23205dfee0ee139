import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseOperatorAction } from "../../../../../../admin-api/operator-action-input.ts";
import { StaffPayments } from "../../../../../../admin-api/staff-payments.ts";

/** Books what a person decided about an attempt that no item is about. */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const decision = await parseOperatorAction(request);
  const book = await new StaffPayments(request.scope).decide(String(request.params.attempt_id), decision);
  response.json({ book });
};
