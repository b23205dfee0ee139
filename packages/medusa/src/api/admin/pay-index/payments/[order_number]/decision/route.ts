import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { decisionOf } from "../../../../../../admin-api/decision-of.ts";
import { StaffBooks } from "../../../../../../admin-api/staff-books.ts";

/** Books what a person decided about an attempt that no item is about. */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const decision = await decisionOf(request);
  const book = await new StaffBooks(request.scope).decide(String(request.params.order_number), decision);
  response.json({ book });
};
