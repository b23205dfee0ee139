import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import { bulkLimit, z } from "@pay-index/core/adapter";
import { invalidFieldsText } from "./invalid-fields-text.ts";

const bodySchema = z.strictObject({
  ids: z
    .array(z.string().max(1000))
    .min(1)
    .max(bulkLimit)
    .refine((ids) => new Set(ids).size === ids.length, "must have each ID once"),
});

/** Returns the gateway order IDs that the gateway is to be asked about. @throws MedusaError `invalid_data` */
export function parseQueriedAttemptIds({
  body,
}: Pick<AuthenticatedMedusaRequest, "body">): readonly string[] {
  const { success, data, error } = bodySchema.safeParse(body);
  if (success) return data.ids;
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `${invalidFieldsText(error)} The body needs ids (1 to ${bulkLimit} gateway order IDs).`,
    "pay_index_query_invalid",
  );
}
