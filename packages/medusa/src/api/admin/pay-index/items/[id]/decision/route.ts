import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseOperatorAction } from "../../../../../../admin-api/operator-action-input.ts";
import { StaffPayments } from "../../../../../../admin-api/staff-payments.ts";

/** Books what a person decided about an item's payment, or does the item's work again. `worked: false`: it is already resolved, or is being processed. */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const decision = await parseOperatorAction(request);
  response.json(await new StaffPayments(request.scope).decideItem(String(request.params.id), decision));
};
