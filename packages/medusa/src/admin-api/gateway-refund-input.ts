import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import type { Operator } from "@pay-index/core";
import { z } from "@pay-index/core/adapter";
import { findSignedInOperator } from "./find-operator.ts";
import { invalidFieldsText } from "./invalid-fields-text.ts";
import { invalidRefundError } from "./staff-errors.ts";

const bodySchema = z.strictObject({
  amount: z.union([z.string().max(50), z.number()]).transform(String),
  reason: z.string().max(1000),
  request_id: z
    .string()
    .max(200)
    // Keys with this prefix are those of Medusa's own refunds.
    .refine((id) => !id.startsWith("ref_")),
  cycle: z.int().min(2).optional(),
});

/** A refund that staff ask for. */
export interface GatewayRefundInput extends z.output<typeof bodySchema> {
  readonly operator: Operator;
}

/** Returns the refund of the request, with the signed-in operator. @throws MedusaError `invalid_data` */
export async function parseGatewayRefund(request: AuthenticatedMedusaRequest): Promise<GatewayRefundInput> {
  const { success, data, error } = bodySchema.safeParse(request.body);
  if (!success)
    throw invalidRefundError(
      `${invalidFieldsText(error)} The body needs an amount (such as "10.00"), a reason and a request_id (a new text for each refund, which does not begin with ref_). The optional cycle is a whole number from 2.`,
    );
  return { ...data, operator: await findSignedInOperator(request) };
}
