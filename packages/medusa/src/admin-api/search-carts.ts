import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";

type Container = Pick<MedusaContainer, "resolve">;

/** What Postgres takes for any text in a pattern. */
const likeWildcards = /[\\%_]/g;

/**
 * The carts that a search for a buyer or an order means, among these: by part of the e-mail address, or by the number that staff know the
 * order by, such as `#34`. Undefined: the text is neither.
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
