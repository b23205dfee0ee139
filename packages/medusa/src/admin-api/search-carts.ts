import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

type Container = Pick<MedusaContainer, "resolve">;

/** The characters that have a meaning in a `LIKE` pattern of Postgres. */
const likeWildcards = /[\\%_]/g;

/**
 * Returns those of the carts that match a search: by a part of the e-mail address, or by the order's display number,
 * such as `#34`. Returns undefined if the text is neither.
 */
export async function searchCarts(
  container: Container,
  text: string,
  cartIds: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  if (text.includes("@")) return searchByEmail(container, text, cartIds);
  const [, displayId] = /^#?(\d{1,9})$/.exec(text) ?? [];
  return displayId === undefined ? undefined : searchByDisplayId(container, Number(displayId));
}

async function searchByEmail(
  container: Container,
  text: string,
  cartIds: readonly string[],
): Promise<Set<string>> {
  if (cartIds.length === 0) return new Set();
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const email = { $ilike: `%${text.replace(likeWildcards, "\\$&")}%` };
  const filters = { id: [...new Set(cartIds)], email };
  const { data } = await query.graph({ entity: "cart", fields: ["id"], filters });
  return new Set(data.map(({ id }) => id));
}

async function searchByDisplayId(container: Container, display_id: number): Promise<Set<string>> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["cart.id", "pay_index_attempts.reference"];
  const { data } = await query.graph({ entity: "order", fields, filters: { display_id } });
  const orders = data as unknown as {
    cart?: { id: string } | null;
    pay_index_attempts?: ({ reference: string } | null)[];
  }[];
  return new Set(
    orders.flatMap(({ cart, pay_index_attempts = [] }) => [
      ...(cart ? [cart.id] : []),
      ...pay_index_attempts.flatMap((each) => each?.reference ?? []),
    ]),
  );
}
