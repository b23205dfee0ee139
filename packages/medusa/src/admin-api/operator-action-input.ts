import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { bulkLimit, maskText } from "@pay-index/core/adapter";
import { z } from "zod";
import { findOperator } from "./find-operator.ts";
import { invalidOperatorActionError } from "./staff-errors.ts";
import type { OperatorActionInput } from "./staff-payments.ts";
import type { BulkOperatorActionInput } from "./staff-review-queue.ts";

const note = z.string().max(2000).default("");

const operatorActionSchema = z.strictObject({
  action: z.enum(["accept", "closed", "refunded", "work"]),
  note,
  cycle: z.int().min(1).optional(),
  refund: z
    .strictObject({
      amount: z.union([z.string().max(50), z.number()]).transform(String),
      currency_code: z.string().max(3).optional(),
      reference: z.string(),
    })
    .optional(),
});

const bulkOperatorActionSchema = z.strictObject({
  items: z.array(z.string().max(1000)).min(1).max(bulkLimit),
  action: z.enum(["accept", "closed", "work"]),
  note,
});

/** What the request decides, with the operator who is signed in. @throws MedusaError `invalid_data` */
export async function parseOperatorAction(request: AuthenticatedMedusaRequest): Promise<OperatorActionInput> {
  const { success, data, error } = operatorActionSchema.safeParse(request.body);
  if (!success)
    throw invalidOperatorActionError(
      `${wrongFields(error)} Needs an action (accepted, closed, refunded or work) and a note; a cycle, if any, is a whole number from 1; a refund, if any, is { amount, reference }.`,
    );
  return { ...data, operator: await findOperator(request) };
}

/** The same for several review items. @throws MedusaError `invalid_data` */
export async function parseBulkOperatorAction(
  request: AuthenticatedMedusaRequest,
): Promise<BulkOperatorActionInput> {
  const { success, data, error } = bulkOperatorActionSchema.safeParse(request.body);
  if (!success)
    throw invalidOperatorActionError(
      `${wrongFields(error)} Needs items (1 to ${bulkLimit} ids), an action (accepted, closed or work) and a note. Record refunds one by one.`,
    );
  return { ...data, operator: await findOperator(request) };
}

/** Names the fields that are missing, wrong or unknown, such as `refund.amount`. */
function wrongFields({ issues }: z.ZodError): string {
  const fields = issues.flatMap((issue) => {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [];
    return names.length > 0 ? names.map((name) => [...issue.path, name]) : [issue.path];
  });
  const named = new Set(fields.map((path) => path.join(".")).filter((path) => path !== ""));
  if (named.size === 0) return "The body must be an object.";
  return `Missing, wrong or unknown: ${maskText([...named].join(", ")).slice(0, 200)}.`;
}
