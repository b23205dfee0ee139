import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { findSignedInOperator } from "../../../../../../admin-api/find-operator.ts";
import { StaffPayments } from "../../../../../../admin-api/staff-payments.ts";

/**
 * Asks the gateway to cancel the subscription that an attempt started. Returns `{ cancellation }`: `{ outcome,
 * closed_at, reason, text }`. Or 400 `pay_index_subscription_missing`, or 400 `pay_index_merchant_missing`.
 */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const operator = await findSignedInOperator(request);
  const payments = new StaffPayments(request.scope);
  response.json({ cancellation: await payments.cancel(String(request.params.attempt_id), operator) });
};
