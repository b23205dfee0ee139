import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { bulkDecisionOf } from "../../../../../admin-api/decision-of.ts";
import { StaffQueue } from "../../../../../admin-api/staff-queue.ts";

/** Resolves or retries several review items, and returns what became of each. Refunds are recorded one by one. */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const decision = await bulkDecisionOf(request);
  response.json({ results: await new StaffQueue(request.scope).resolve(decision) });
};
