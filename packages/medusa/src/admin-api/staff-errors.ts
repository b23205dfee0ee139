import { MedusaError } from "@medusajs/framework/utils";
import { isPayIndexError } from "@pay-index/core";
import { refusalText } from "@pay-index/core/staff";

export function invalidDecision(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message, "pay_index_decision_invalid");
}

export function unknownId(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, message, "pay_index_unknown");
}

/** What core refuses of a decision, in the words of the pages. Any other error is returned as it is. */
export function refusedDecision(error: unknown): unknown {
  return isPayIndexError(error, "decision_invalid") ? invalidDecision(refusalText(error)) : error;
}
