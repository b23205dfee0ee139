import type { AuthenticatedMedusaRequest, MedusaContainer } from "@medusajs/framework";
import type { Browser } from "../cart-to-sale.ts";
import { findCart, type PayableCart } from "../payable-cart.ts";
import { Refusal } from "./refusal.ts";

type StoreRequest = Pick<
  AuthenticatedMedusaRequest,
  "scope" | "headers" | "ip" | "publishable_key_context"
> & {
  readonly auth_context?: { readonly actor_id?: string } | undefined;
};

/**
 * The cart of whoever asks, by Medusa's own rule: who knows a guest's cart id may use it. The cart of an account is its customer's, and a
 * cart of another sales channel than the key's is not there.
 *
 * @throws Refusal `cart_unknown`
 */
export async function ownCart(request: StoreRequest, id: unknown): Promise<PayableCart> {
  const cart = typeof id === "string" ? await findCart(request.scope as MedusaContainer, id) : undefined;
  if (cart === undefined || !mayUse(request, cart))
    throw new Refusal("cart_unknown", "There is no such cart.");
  return cart;
}

function mayUse(
  { auth_context, publishable_key_context }: StoreRequest,
  { customer, sales_channel_id }: PayableCart,
): boolean {
  if (customer?.has_account && auth_context?.actor_id !== customer.id) return false;
  const channels = publishable_key_context?.sales_channel_ids ?? [];
  return sales_channel_id === null || channels.includes(sales_channel_id);
}

export function browserOf({ ip, headers }: Pick<StoreRequest, "ip" | "headers">): Browser {
  return { ip, userAgent: headers["user-agent"] };
}
