import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requireValidId } from "../../../../../admin-api/require-valid-id.ts";
import { StaffPayments } from "../../../../../admin-api/staff-payments.ts";

/**
 * Returns the payment of a cart that has no order, with the fields of the payment of an order.
 */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const payment = await new StaffPayments(request.scope).ofCart(requireValidId(request.params.id));
  response.json({ payment: payment.state === "none" ? null : payment });
};
