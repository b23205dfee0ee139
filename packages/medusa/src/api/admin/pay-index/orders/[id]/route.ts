import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { requireValidId } from "../../../../../admin-api/require-valid-id.ts";
import { StaffPayments } from "../../../../../admin-api/staff-payments.ts";

/**
 * Returns `{ payment }`: the payment of an order with attempts, timelines and open review items. Null if this plugin
 * did not take it. `attempt_count` is the number of all attempts. `attempts` has the newest 10, and older attempts
 * that are paid, approved or under review, or that have a review item. `refund_missing` is true if Medusa does not
 * have a recorded refund yet. An attempt and each later cycle have `gateway_refunds` and `refundable`: `{ amount,
 * currency_code }`, or null. `gateway_refunds[].is_refunded_in_medusa` is true if the refund failed and Medusa
 * displays it as made.
 */
export const GET = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const payment = await new StaffPayments(request.scope).ofOrder(requireValidId(request.params.id));
  response.json({ payment: payment === undefined || payment.state === "none" ? null : payment });
};
