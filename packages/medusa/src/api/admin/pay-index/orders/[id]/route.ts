import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requireValidId } from "../../../../../admin-api/require-valid-id.ts";
import { StaffPayments } from "../../../../../admin-api/staff-payments.ts";

/** Returns the payment of an order: attempts, timelines and open review items. Null if this plugin did not take it. */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const payment = await new StaffPayments(request.scope).ofOrder(requireValidId(request.params.id));
  response.json({ payment: payment === undefined || payment.state === "none" ? null : payment });
};
