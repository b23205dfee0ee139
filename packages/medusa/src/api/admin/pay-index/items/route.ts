import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { StaffBooks } from "../../../../admin-api/staff-books.ts";

/** What staff must look at, over all orders and carts: oldest first, payments without a result last. `?kind=` for one kind. At most a thousand, and how many there are. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const { kind } = request.query;
  response.json(await new StaffBooks(request.scope).queue(typeof kind === "string" ? kind : undefined));
};
