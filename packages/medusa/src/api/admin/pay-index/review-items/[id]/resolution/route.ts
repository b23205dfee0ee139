import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { parseOperatorAction } from "../../../../../../admin-api/operator-action-input.ts";
import { StaffPayments } from "../../../../../../admin-api/staff-payments.ts";

/**
 * Resolves or retries a review item. Takes `{ action, note, cycle?, refund? }`. `action` is `accept`, `dismiss`,
 * `record-refund` or `retry`. `refund` is `{ amount, reference, currency_code? }`, as in `{ amount: "10.00",
 * reference: "R-10" }`; `refund.required` of the item says whether it is needed. An item of the kind `unknown-cycle`
 * needs `cycle` to be accepted. Returns 400 `pay_index_resolution_invalid` if the action is not possible, and 404
 * `pay_index_review_item_outdated` if the item is already resolved. The answer to `retry` has `retry`: `{ outcome,
 * problem, due_at }`.
 */
export const POST = async (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> => {
  const input = await parseOperatorAction(request);
  response.json(await new StaffPayments(request.scope).resolveItem(String(request.params.id), input));
};
