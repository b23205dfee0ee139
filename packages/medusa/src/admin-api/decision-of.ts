import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { MedusaError } from "@medusajs/framework/utils";
import { z } from "zod";
import { operatorOf } from "./operator-of.ts";
import type { StaffDecision } from "./staff-books.ts";

const bodySchema = z.strictObject({
  action: z.enum(["accepted", "closed", "refunded", "work"]),
  note: z.string().max(2000).default(""),
  cycle: z.int().min(1).optional(),
});

/** What the request decides, with the operator who is signed in. @throws MedusaError `invalid_data` */
export async function decisionOf(request: AuthenticatedMedusaRequest): Promise<StaffDecision> {
  const { success, data } = bodySchema.safeParse(request.body);
  if (!success)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Needs an action (accepted, closed, refunded or work) and a note; a cycle, if any, is a whole number from 1.",
      "pay_index_decision_invalid",
    );
  return { ...data, operator: await operatorOf(request) };
}
