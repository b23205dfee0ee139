import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { bulkLimit, z } from "@pay-index/core/adapter";
import { requirePolicies } from "../guards/require-policies.ts";
import { refundPolicies } from "../policies/pay-index-payment.ts";
import { findSignedInOperator } from "./find-operator.ts";
import { invalidFieldsText } from "./invalid-fields-text.ts";
import { invalidOperatorActionError } from "./staff-errors.ts";
import type { OperatorActionInput } from "./staff-payments.ts";
import type { BulkOperatorActionInput } from "./staff-review-queue.ts";

const note = z.string().max(2000).default("");

const operatorActionSchema = z.strictObject({
  action: z.enum(["accept", "dismiss", "record-refund", "retry"]),
  note,
  cycle: z.int().min(1).optional(),
  refund: z
    .strictObject({
      amount: z.union([z.string().max(50), z.number()]).transform(String),
      currency_code: z.string().max(3).optional(),
      reference: z.string(),
    })
    .optional(),
});

const bulkOperatorActionSchema = z.strictObject({
  review_item_ids: z.array(z.string().max(1000)).min(1).max(bulkLimit),
  action: z.enum(["accept", "dismiss", "retry"]),
  note,
});

/**
 * Returns the action of the request, with the signed-in operator.
 *
 * @throws MedusaError `invalid_data`, and `forbidden` for a refund without the policies for refunds
 */
export async function parseOperatorAction(request: AuthenticatedMedusaRequest): Promise<OperatorActionInput> {
  const { success, data, error } = operatorActionSchema.safeParse(request.body);
  if (!success)
    throw invalidOperatorActionError(
      `${invalidFieldsText(error)} The body needs an action (accept, dismiss, record-refund, or retry for a review item) and a note. The optional cycle is a whole number from 1. The optional refund is { amount, reference }.`,
    );
  if (data.action === "record-refund") await requirePolicies(request, refundPolicies);
  return { ...data, operator: await findSignedInOperator(request) };
}

/** Returns the action for several review items. @throws MedusaError `invalid_data` */
export async function parseBulkOperatorAction(
  request: AuthenticatedMedusaRequest,
): Promise<BulkOperatorActionInput> {
  const { success, data, error } = bulkOperatorActionSchema.safeParse(request.body);
  if (!success)
    throw invalidOperatorActionError(
      `${invalidFieldsText(error)} The body needs review_item_ids (1 to ${bulkLimit}), an action (accept, dismiss or retry) and a note. Record refunds one by one.`,
    );
  const { review_item_ids: ids, ...action } = data;
  return { ...action, ids, operator: await findSignedInOperator(request) };
}
