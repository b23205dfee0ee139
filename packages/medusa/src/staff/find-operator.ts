import type { Operator } from "@pay-index/core";
import { type Container, findRow } from "../find-rows.ts";

type AccountName = Readonly<Partial<Record<"first_name" | "last_name" | "title", string | null>>>;

/** Returns the user or API key with this id, with its current name. Undefined without an id. */
export async function findOperatorById(
  container: Container,
  id: string | null | undefined,
): Promise<Operator | undefined> {
  if (!id) return undefined;
  const [entity, fields] = id.startsWith("apk_")
    ? (["api_key", ["title"]] as const)
    : (["user", ["first_name", "last_name"]] as const);
  const account = await findRow<AccountName>(container, { entity, fields, filters: { id } });
  const { first_name, last_name, title } = account ?? {};
  return { id, name: [first_name, last_name, title].filter(Boolean).join(" ") };
}
