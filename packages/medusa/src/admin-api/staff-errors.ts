import { MedusaError } from "@medusajs/framework/utils";
import { isPayIndexError } from "@pay-index/core";
import { invalidRefundRequestText, resolutionErrorText } from "@pay-index/core/staff";

export function invalidOperatorActionError(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message, "pay_index_resolution_invalid");
}

export function invalidRefundError(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message, "pay_index_refund_invalid");
}

export function unknownIdError(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, message, "pay_index_unknown");
}

/** Returns core's refusal of what staff ask for as an error of Medusa, with the field names of the pages. Returns other errors as they are. */
export function toMedusaError(error: unknown): unknown {
  if (isPayIndexError(error, "resolution_invalid"))
    return invalidOperatorActionError(resolutionErrorText(error));
  // Not `conflict`: Medusa replaces the message of such an error.
  if (isPayIndexError(error, "review_item_outdated"))
    return new MedusaError(MedusaError.Types.NOT_FOUND, error.message, "pay_index_review_item_outdated");
  if (isPayIndexError(error, "operation_disabled"))
    return new MedusaError(MedusaError.Types.NOT_ALLOWED, error.message, "pay_index_operation_disabled");
  if (isPayIndexError(error, "refund_invalid")) return invalidRefundError(invalidRefundRequestText(error));
  if (isPayIndexError(error, "subscription_missing") || isPayIndexError(error, "merchant_missing"))
    return new MedusaError(MedusaError.Types.NOT_ALLOWED, error.message, `pay_index_${error.code}`);
  return error;
}
