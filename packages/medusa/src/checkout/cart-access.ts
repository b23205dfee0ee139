import type { AuthenticatedMedusaRequest, MedusaContainer } from "@medusajs/framework";
import {
  type CartOwnership,
  type CheckoutCart,
  findCartOwnership,
  findLinkedOrderId,
} from "../checkout-cart.ts";
import { type ExistingOrder, findExistingOrder, findOrderOfCollection } from "../existing-order.ts";
import { findRow } from "../find-rows.ts";
import type { Browser } from "../sale-parts.ts";
import { orderUnknownError, StoreRouteError } from "../store-route-error.ts";

type PublishableKey = AuthenticatedMedusaRequest["publishable_key_context"];

type StoreRequest = Pick<
  AuthenticatedMedusaRequest,
  "scope" | "headers" | "ip" | "publishable_key_context"
> & {
  readonly auth_context?: { readonly actor_id?: string } | undefined;
};

/**
 * Returns the requested cart, by Medusa's own rule: everybody who knows the id of a guest's cart can use it, a
 * customer's cart belongs to the customer, and a cart of another sales channel than that of the publishable key does
 * not exist.
 *
 * @param find reads the cart with or without its contents: `findCart` or `findCartOwnership`
 * @throws StoreRouteError `cart_unknown`
 */
export async function requireOwnCart<Cart extends CartOwnership>(
  request: StoreRequest,
  id: unknown,
  find: (container: MedusaContainer, id: string) => Promise<Cart | undefined>,
): Promise<Cart> {
  const cart = await findByValidId(id, (known) => find(request.scope as MedusaContainer, known));
  if (cart === undefined || !canUseCart(request, cart)) throw cartUnknownError();
  return cart;
}

/**
 * Returns the cart that started a subscription to its current owner, with this owner as its customer: an order can be transferred
 * to another customer, who then owns its renewals. Without an order, the owner is that of the cart.
 *
 * @throws StoreRouteError `cart_unknown`
 */
export async function requireOwnSubscriptionCart(request: StoreRequest, id: unknown): Promise<CartOwnership> {
  const container = request.scope as MedusaContainer;
  const cart = await findByValidId(id, (known) => findCartOwnership(container, known));
  const current = cart && { ...cart, ...(await findOrderCustomer(container, cart.id)) };
  if (current === undefined || !canUseCart(request, current)) throw cartUnknownError();
  return current;
}

/**
 * Returns the cart that started a subscription to the signed-in customer who owns its order, or the cart without an order. Knowing the id
 * of a guest's cart is not enough.
 *
 * @throws StoreRouteError `signed_out`, `cart_unknown`
 */
export async function requireCustomerSubscriptionCart(
  request: StoreRequest,
  id: unknown,
): Promise<CartOwnership> {
  const customerId = request.auth_context?.actor_id;
  if (!customerId) throw new StoreRouteError("signed_out", "Sign in to cancel your subscription.");
  const cart = await requireOwnSubscriptionCart(request, id);
  if (cart.customer?.id !== customerId) throw cartUnknownError();
  return cart;
}

/**
 * Returns the order that a payment collection pays, by Medusa's own rule for its payment links: everybody who knows the id
 * of the collection can pay, through the order's sales channel.
 *
 * @throws StoreRouteError `order_unknown`
 */
export async function requireOrderOfCollection(request: StoreRequest, id: unknown): Promise<ExistingOrder> {
  const container = request.scope as MedusaContainer;
  const orderId = await findByValidId(id, (known) => findOrderOfCollection(container, known));
  const order = orderId === undefined ? undefined : await findExistingOrder(container, orderId);
  const channel = order?.sales_channel_id ?? null;
  if (order === undefined || !isInChannel(request, channel)) throw orderUnknownError();
  return order;
}

/** Postgres refuses a query with a NUL character, and no id contains one. */
async function findByValidId<Cart>(
  id: unknown,
  find: (id: string) => Promise<Cart>,
): Promise<Cart | undefined> {
  return typeof id === "string" && !id.includes("\0") ? find(id) : undefined;
}

/** Returns undefined if the cart has no order. */
async function findOrderCustomer(container: MedusaContainer, cartId: string) {
  const orderId = await findLinkedOrderId(container, cartId);
  if (orderId === undefined) return undefined;
  const fields = ["customer.id", "customer.has_account"];
  const wanted = { entity: "order", fields, filters: { id: orderId } };
  return findRow<Pick<CheckoutCart, "customer">>(container, wanted);
}

function cartUnknownError(): StoreRouteError {
  return new StoreRouteError("cart_unknown", "There is no such cart.");
}

function canUseCart(
  { auth_context, publishable_key_context }: StoreRequest,
  { customer, sales_channel_id }: Pick<CheckoutCart, "customer" | "sales_channel_id">,
): boolean {
  if (customer?.has_account && auth_context?.actor_id !== customer.id) return false;
  return isInChannel({ publishable_key_context }, sales_channel_id);
}

function isInChannel(
  { publishable_key_context }: { readonly publishable_key_context?: PublishableKey | undefined },
  channelId: string | null,
): boolean {
  const channels = publishable_key_context?.sales_channel_ids ?? [];
  return channelId === null || channels.includes(channelId);
}

export function browserOf({ ip, headers }: Pick<StoreRequest, "ip" | "headers">): Browser {
  return { ip, userAgent: headers["user-agent"] };
}
