import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseGatewayRefund } from "../../../../../../admin-api/gateway-refund-input.ts";
import { refundAttemptForStaff } from "../../../../../../admin-api/staff-refunds.ts";

/** Refunds an attempt or a later cycle through the gateway. A refund that the gateway refuses is a result, not an error. */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const input = await parseGatewayRefund(request);
  response.json(await refundAttemptForStaff(request.scope, String(request.params.attempt_id), input));
};
