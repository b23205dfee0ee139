import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requireValidId } from "../../../../../admin-api/require-valid-id.ts";
import { StaffPayments } from "../../../../../admin-api/staff-payments.ts";

/** How an order is paid: what happened at the gateway, in plain words, and what waits for a person. Null: not by this plugin. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const book = await new StaffPayments(request.scope).ofOrder(requireValidId(request.params.id));
  response.json({ book: book === undefined || book.state === "none" ? null : book });
};
