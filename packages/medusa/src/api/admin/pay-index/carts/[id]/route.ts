import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requireValidId } from "../../../../../admin-api/require-valid-id.ts";
import { StaffPayments } from "../../../../../admin-api/staff-payments.ts";

/** As for an order, for a cart that has not become one. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const book = await new StaffPayments(request.scope).ofCart(requireValidId(request.params.id));
  response.json({ book: book.state === "none" ? null : book });
};
