import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import { problemsOf, type WorkKind } from "@pay-index/core";
import { staffWords } from "@pay-index/core/staff";
import { z } from "zod";

const kinds = Object.keys(staffWords.items) as [WorkKind, ...WorkKind[]];

const querySchema = z.strictObject({
  kind: z.enum(kinds, "must be a kind of review item").optional(),
  q: z.string("must be a text").trim().max(200, "must not be longer than 200 characters").default(""),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

export type QueueRequest = z.infer<typeof querySchema>;

/** Which review items the request asks for. @throws MedusaError `invalid_data`: a parameter that is unknown, or cannot be used */
export function queueFilterOf({ query }: Pick<AuthenticatedMedusaRequest, "query">): QueueRequest {
  const { success, data, error } = querySchema.safeParse(query);
  if (success && !data.q.includes("\0")) return data;
  const problems = problemsOf(error?.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    ["The query cannot be used.", ...problems].join("\n  "),
    "pay_index_query_invalid",
  );
}
