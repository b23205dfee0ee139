import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseOperatorAction } from "../../../../../../admin-api/operator-action-input.ts";
import { StaffPayments } from "../../../../../../admin-api/staff-payments.ts";

/** Resolves or retries a review item. */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const input = await parseOperatorAction(request);
  response.json(await new StaffPayments(request.scope).resolveItem(String(request.params.id), input));
};
