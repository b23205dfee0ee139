import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { decisionOf } from "../../../../../../admin-api/decision-of.ts";
import { StaffBooks } from "../../../../../../admin-api/staff-books.ts";

/** Books what a person decided about an item's payment, or does the item's work again. `worked: false`: it is already resolved, or is being processed. */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const decision = await decisionOf(request);
  response.json(await new StaffBooks(request.scope).decideItem(String(request.params.id), decision));
};
