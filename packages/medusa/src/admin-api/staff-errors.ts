import { MedusaError } from "@medusajs/framework/utils";

export function invalidDecision(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message, "pay_index_decision_invalid");
}

export function unknownId(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_FOUND, message, "pay_index_unknown");
}
