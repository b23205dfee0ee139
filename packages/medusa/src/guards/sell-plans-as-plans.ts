import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { answer } from "../checkout/answer.ts";
import { Refusal } from "../checkout/refusal.ts";
import { orderOfCart } from "../payable-cart.ts";
import { offerOf } from "../provider-id.ts";
import { refusePlan } from "../subscription/plan-of-cart.ts";
import { cartOfCollection } from "./cart-of-collection.ts";

/** A cart, as far as it says what is sold by whom. */
interface Sold {
  readonly items?: readonly { readonly variant_id: string | null }[];
  readonly payment_collection?: {
    readonly payment_sessions?: readonly { readonly provider_id: string }[];
  } | null;
}

/**
 * What is charged again and again is sold by a provider of subscriptions, or by none: another one would have it delivered once, and nobody
 * would ever charge it again. For whoever chooses a provider; carts without a plan are none of its business.
 */
export async function choosePlansProvider(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const { provider_id } = Object(request.body) as { provider_id?: unknown };
  await goOn(response, next, async () => {
    if (isOfSubscriptions(provider_id)) return;
    const cartId = await cartOfCollection(request.scope, request.params.id);
    const cart = cartId === undefined ? undefined : await findSold(request.scope, cartId);
    await refusePlan(request.scope, cart?.items ?? []);
  });
}

/** The same for whoever completes a cart: its provider may have been chosen for something else, or none is needed where it costs nothing. */
export async function completePlansCart(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const { id: cartId = "" } = request.params;
  await goOn(response, next, async () => {
    const cart = await findSold(request.scope, cartId);
    const sessions = cart?.payment_collection?.payment_sessions ?? [];
    if (sessions.some(({ provider_id }) => isOfSubscriptions(provider_id))) return;
    // Of one that has become an order, Medusa gives that.
    if ((await orderOfCart(request.scope, cartId)) !== undefined) return;
    await refusePlan(request.scope, cart?.items ?? []);
  });
}

async function goOn(
  response: MedusaResponse,
  next: MedusaNextFunction,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await answer({ response }, () => Promise.reject(error));
    return;
  }
  next();
}

async function findSold(
  container: Pick<MedusaContainer, "resolve">,
  cartId: string,
): Promise<Sold | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const fields = ["id", "items.variant_id", "payment_collection.payment_sessions.provider_id"];
  const { data } = await query.graph({ entity: "cart", fields, filters: { id: cartId } });
  return data[0] as unknown as Sold | undefined;
}

function isOfSubscriptions(providerId: unknown): boolean {
  return typeof providerId === "string" && offerOf(providerId)?.variant === "subscription";
}
