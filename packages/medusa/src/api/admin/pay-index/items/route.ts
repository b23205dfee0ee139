import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { queueFilterOf } from "../../../../admin-api/queue-filter.ts";
import { StaffQueue } from "../../../../admin-api/staff-queue.ts";

/** The review items of all orders and carts, page by page: oldest first, payments without a result last. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  response.json(await new StaffQueue(request.scope).page(queueFilterOf(request)));
};
