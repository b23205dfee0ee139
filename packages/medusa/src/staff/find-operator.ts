import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Operator } from "@pay-index/core";

type AccountName = Readonly<Record<"first_name" | "last_name" | "title", string | null | undefined>>;

/** Returns the user or API key with this id, with its current name. Undefined without an id. */
export async function findOperatorById(
  container: Pick<MedusaContainer, "resolve">,
  id: string | null | undefined,
): Promise<Operator | undefined> {
  if (!id) return undefined;
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const [entity, fields] = id.startsWith("apk_")
    ? (["api_key", ["title"]] as const)
    : (["user", ["first_name", "last_name"]] as const);
  const { data } = await query.graph({ entity, fields: [...fields], filters: { id } });
  const { first_name, last_name, title } = (data[0] ?? {}) as Partial<AccountName>;
  return { id, name: [first_name, last_name, title].filter(Boolean).join(" ") };
}
