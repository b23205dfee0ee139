import type { Operator } from "@pay-index/core";
import { operatorInputSchema, problemsOfSchemaIssues } from "@pay-index/core/adapter";
import { usageError } from "../command-error.ts";

/** Who acts. It is stored, and the timeline displays it. */
export interface OperatorOptions {
  readonly operator?: string;
  readonly operatorName?: string;
}

/** @throws CommandError `usage` without an operator that core stores */
export function readOperator({ operator, operatorName }: OperatorOptions): Operator {
  if (operator === undefined || operator === "")
    throw usageError(
      "--operator must name who acts, by the id of the account in the shop. It is stored, and the timeline displays it.",
    );
  const given = operatorName === undefined ? { id: operator } : { id: operator, name: operatorName };
  const checked = operatorInputSchema().safeParse(given);
  const [problem] = problemsOfSchemaIssues(checked.error?.issues ?? []);
  if (problem !== undefined) throw usageError(`--operator ${problem.message}.`);
  return given;
}
