import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Operator } from "@pay-index/core";

type OperatorName = Readonly<Record<"first_name" | "last_name" | "title", string | null | undefined>>;

/** Returns the signed-in user or secret API key with its id in Medusa and its current name. */
export async function findOperator({ scope, auth_context }: AuthenticatedMedusaRequest): Promise<Operator> {
  const { actor_id: id, actor_type: type } = auth_context;
  const query = scope.resolve(ContainerRegistrationKeys.QUERY);
  const [entity, fields] =
    type === "api-key" ? (["api_key", ["title"]] as const) : (["user", ["first_name", "last_name"]] as const);
  const { data } = await query.graph({ entity, fields: [...fields], filters: { id } });
  const { first_name, last_name, title } = (data[0] ?? {}) as Partial<OperatorName>;
  return { id, name: [first_name, last_name, title].filter(Boolean).join(" ") };
}
