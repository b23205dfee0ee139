import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import type { Problem } from "@pay-index/core";
import { problemsOfSchemaIssues, type z } from "@pay-index/core/adapter";

/** Returns the checked query of a request. @throws MedusaError `invalid_data`: a parameter is unknown or invalid */
export function parseStaffQueryParameters<Query extends { readonly q: string }>(
  schema: z.ZodType<Query>,
  { query }: Pick<AuthenticatedMedusaRequest, "query">,
): Query {
  const { success, data, error } = schema.safeParse(query);
  if (success && !data.q.includes("\0")) return data;
  throw invalidQueryParametersError(problemsOfSchemaIssues(error?.issues ?? []));
}

export function invalidQueryParametersError(problems: readonly Problem[]): MedusaError {
  const lines = problems.map(({ path, message }) => `${path}: ${message}`);
  return new MedusaError(
    MedusaError.Types.INVALID_DATA,
    ["The query cannot be used.", ...lines].join("\n  "),
    "pay_index_query_invalid",
  );
}
