import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Operator } from "@pay-index/core";

type AccountName = Readonly<Record<"first_name" | "last_name" | "title", string | null | undefined>>;

/** Returns the signed-in user or secret API key with its id in Medusa and its current name. */
export async function findSignedInOperator({
  scope,
  auth_context,
}: AuthenticatedMedusaRequest): Promise<Operator> {
  const { actor_id: id, actor_type: type } = auth_context;
  return { id, name: await findName(scope, id, type === "api-key") };
}

/** Returns the user or API key with this id, with its current name. Undefined without an id. */
export async function findOperatorById(
  container: Pick<MedusaContainer, "resolve">,
  id: string | null | undefined,
): Promise<Operator | undefined> {
  return id ? { id, name: await findName(container, id, id.startsWith("apk_")) } : undefined;
}

async function findName(
  container: Pick<MedusaContainer, "resolve">,
  id: string,
  isApiKey: boolean,
): Promise<string> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const [entity, fields] = isApiKey
    ? (["api_key", ["title"]] as const)
    : (["user", ["first_name", "last_name"]] as const);
  const { data } = await query.graph({ entity, fields: [...fields], filters: { id } });
  const { first_name, last_name, title } = (data[0] ?? {}) as Partial<AccountName>;
  return [first_name, last_name, title].filter(Boolean).join(" ");
}
