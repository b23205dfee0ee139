import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { findableId } from "../../../../../admin-api/findable-id.ts";
import { StaffBooks } from "../../../../../admin-api/staff-books.ts";

/** How an order is paid: what happened at the gateway, in plain words, and what waits for a person. Null: not by this plugin. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const book = await new StaffBooks(request.scope).ofOrder(findableId(request.params.id));
  response.json({ book: book === undefined || book.state === "none" ? null : book });
};
