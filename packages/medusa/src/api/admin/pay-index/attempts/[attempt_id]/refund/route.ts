import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseGatewayRefund } from "../../../../../../admin-api/gateway-refund-input.ts";
import { refundAttemptForStaff } from "../../../../../../admin-api/staff-refunds.ts";

/**
 * Refunds an attempt or a later cycle through the gateway. Takes `{ amount, reason, request_id, cycle? }`, as in `{
 * amount: "10.00", reason: "Came broken", request_id: "return-7" }`. A repeated `request_id` sends nothing. It does
 * not begin with `ref_`. Returns `{ refund, payment }`. If the gateway refuses, `state` is `failed`, and `text` is
 * its reason. Or 400 `pay_index_refund_invalid`, for example if the amount is more than what is left, or 400
 * `pay_index_merchant_missing`.
 */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const input = await parseGatewayRefund(request);
  response.json(await refundAttemptForStaff(request.scope, String(request.params.attempt_id), input));
};
