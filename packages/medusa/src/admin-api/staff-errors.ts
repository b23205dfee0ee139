import { MedusaError } from "@medusajs/framework/utils";
import { isPayIndexError } from "@pay-index/core";
import { resolutionErrorText } from "@pay-index/core/staff";

export function invalidOperatorActionError(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message, "pay_index_resolution_invalid");
}

export function unknownIdError(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, message, "pay_index_unknown");
}

/** What core refuses of a decision, in the words of the pages. Any other error is returned as it is. */
export function refusedDecision(error: unknown): unknown {
  return isPayIndexError(error, "resolution_invalid")
    ? invalidOperatorActionError(resolutionErrorText(error))
    : error;
}
