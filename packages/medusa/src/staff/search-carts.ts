import { type Container, findRows } from "../find-rows.ts";

/** The characters that have a meaning in a `LIKE` pattern of Postgres. */
const likeWildcards = /[\\%_]/g;

/** Returns those of the carts that match a search: by a part of the e-mail address, or by the order's display number, such as `#34`. */
export async function filterCartsBySearch(
  container: Container,
  text: string,
  cartIds: readonly string[],
): Promise<string[]> {
  if (text.includes("@")) return searchByEmail(container, text, cartIds);
  const display_id = toDisplayId(text);
  if (display_id === undefined) return [];
  const found = new Set(await searchByOrder(container, { display_id }));
  return cartIds.filter((id) => found.has(id));
}

/** The highest number of carts that a search of attempts covers. Core permits 100. */
const maxCarts = 100;

/**
 * Returns the carts that a search of attempts names: by the whole e-mail address, the newest first, or by the order's
 * display number or id. Empty if the text is neither.
 */
export async function searchAllCarts(container: Container, text: string): Promise<string[]> {
  if (text.includes("@")) return findCartsOfEmail(container, text);
  const displayId = toDisplayId(text);
  const filter = displayId === undefined ? { id: text } : { display_id: displayId };
  if (displayId === undefined && !text.startsWith("order_")) return [];
  return (await searchByOrder(container, filter)).slice(0, maxCarts);
}

/** Medusa stores e-mail addresses in lower case, unless code of the shop wrote them. */
async function findCartsOfEmail(container: Container, email: string): Promise<string[]> {
  const carts = await findRows<{ id: string }>(container, {
    entity: "cart",
    fields: ["id"],
    filters: { email: [...new Set([email, email.toLowerCase()])] },
    pagination: { skip: 0, take: maxCarts, order: { created_at: "DESC" } },
  });
  return carts.map(({ id }) => id);
}

function toDisplayId(text: string): number | undefined {
  const [, displayId] = /^#?(\d{1,9})$/.exec(text) ?? [];
  return displayId === undefined ? undefined : Number(displayId);
}

async function searchByEmail(
  container: Container,
  text: string,
  cartIds: readonly string[],
): Promise<string[]> {
  const email = { $ilike: `%${text.replace(likeWildcards, "\\$&")}%` };
  const filters = { id: [...new Set(cartIds)], email };
  const carts = await findRows<{ id: string }>(container, { entity: "cart", fields: ["id"], filters });
  return carts.map(({ id }) => id);
}

async function searchByOrder(
  container: Container,
  filters: { readonly id: string } | { readonly display_id: number },
): Promise<string[]> {
  type Order = { cart?: { id: string } | null; pay_index_attempts?: ({ reference: string } | null)[] };
  const fields = ["cart.id", "pay_index_attempts.reference"];
  const orders = await findRows<Order>(container, { entity: "order", fields, filters });
  const found = orders.flatMap(({ cart, pay_index_attempts = [] }) => [
    ...(cart ? [cart.id] : []),
    ...pay_index_attempts.flatMap((each) => each?.reference ?? []),
  ]);
  return [...new Set(found)];
}
