import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils";
import { z } from "zod";
import type { StaffDecision } from "./staff-books.ts";

const bodySchema = z.strictObject({
  action: z.enum(["accepted", "closed", "refunded", "work"]),
  note: z.string().max(2000).default(""),
  cycle: z.int().min(1).optional(),
});

/** What the request decides, with the name of who is signed in. @throws MedusaError `invalid_data` */
export async function decisionOf(request: AuthenticatedMedusaRequest): Promise<StaffDecision> {
  const { success, data } = bodySchema.safeParse(request.body);
  if (!success)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Needs an action (accepted, closed, refunded or work) and a note; a cycle, if any, is a whole number from 1.",
      "pay_index_decision_invalid",
    );
  return { ...data, who: await whoAsks(request) };
}

interface Person {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
}

/** As the timeline names them, long after the account is gone. */
async function whoAsks({ scope, auth_context }: AuthenticatedMedusaRequest): Promise<string> {
  const { actor_id: id, actor_type: type } = auth_context;
  if (type !== "user") return `${type} ${id}`;
  const query = scope.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["first_name", "last_name", "email"];
  const { data } = await query.graph({ entity: "user", fields, filters: { id } });
  const user = data[0] as unknown as Person | undefined;
  if (user === undefined) return `user ${id}`;
  const name = [user.first_name, user.last_name].filter(Boolean).join(" ");
  return `${name} (${user.email})`.trim().slice(0, 200);
}
