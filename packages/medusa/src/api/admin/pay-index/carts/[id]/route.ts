import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { findableId } from "../../../../../admin-api/findable-id.ts";
import { StaffBooks } from "../../../../../admin-api/staff-books.ts";

/** As for an order, for a cart that has not become one. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const book = await new StaffBooks(request.scope).ofCart(findableId(request.params.id));
  response.json({ book: book.state === "none" ? null : book });
};
