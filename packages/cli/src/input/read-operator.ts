import type { Operator } from "@pay-index/core";
import { usageError } from "../command-error.ts";

/** Who acts. It is stored, and the timeline displays it. */
export interface OperatorOptions {
  readonly operator?: string;
  readonly operatorName?: string;
}

/** @throws CommandError `usage` without an operator */
export function readOperator({ operator, operatorName }: OperatorOptions): Operator {
  if (operator === undefined || operator === "")
    throw usageError(
      "--operator must name who acts, by the id of the account in the shop. It is stored, and the timeline displays it.",
    );
  return operatorName === undefined ? { id: operator } : { id: operator, name: operatorName };
}
