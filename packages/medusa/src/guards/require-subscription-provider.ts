import type { MedusaNextFunction, MedusaResponse } from "@medusajs/framework/http";
import { sendResultOrRefusal } from "../checkout/send-result-or-refusal.ts";
import { findLinkedOrderId } from "../checkout-cart.ts";
import { type Container, findRow } from "../find-rows.ts";
import { parseProviderId } from "../provider-id.ts";
import { StoreRouteError } from "../store-route-error.ts";
import { assertCartWithoutPlan } from "../subscription/cart-plan.ts";
import { findPaymentCollectionCartId } from "./find-payment-collection-cart-id.ts";
import type { Middleware } from "./middleware.ts";

/** What a cart sells, and with which provider. */
interface CartGoods {
  readonly items?: readonly { readonly variant_id: string | null }[];
  readonly payment_collection?: {
    readonly payment_sessions?: readonly { readonly provider_id: string }[];
  } | null;
}

/**
 * Requires a subscription provider for a cart with a plan, when a provider is chosen. Another provider would sell the
 * goods once, and nobody would charge the next cycle. Ignores carts without a plan.
 */
export const requireSubscriptionProviderForSession: Middleware = async (request, response, next) => {
  const { provider_id } = Object(request.body) as { provider_id?: unknown };
  await runCheck(response, next, async () => {
    if (isSubscriptionProvider(provider_id)) return;
    const cartId = await findPaymentCollectionCartId(request.scope, request.params.id);
    const cart = cartId === undefined ? undefined : await findCartGoods(request.scope, cartId);
    await assertCartWithoutPlan(request.scope, cart?.items ?? []);
  });
};

/**
 * Requires the same when a cart is completed: its provider may have been chosen for other goods, and a cart that costs
 * nothing needs no provider.
 */
export const requireSubscriptionProviderForCompletion: Middleware = async (request, response, next) => {
  const { id: cartId = "" } = request.params;
  await runCheck(response, next, async () => {
    const cart = await findCartGoods(request.scope, cartId);
    const sessions = cart?.payment_collection?.payment_sessions ?? [];
    if (sessions.some(({ provider_id }) => isSubscriptionProvider(provider_id))) return;
    // Medusa returns the order of a cart that is completed.
    if ((await findLinkedOrderId(request.scope, cartId)) !== undefined) return;
    await assertCartWithoutPlan(request.scope, cart?.items ?? []);
  });
};

async function runCheck(
  response: MedusaResponse,
  next: MedusaNextFunction,
  check: () => Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof StoreRouteError)) throw error;
    await sendResultOrRefusal({ response }, () => Promise.reject(error));
    return;
  }
  next();
}

function findCartGoods(container: Container, id: string): Promise<CartGoods | undefined> {
  const fields = ["id", "items.variant_id", "payment_collection.payment_sessions.provider_id"];
  return findRow(container, { entity: "cart", fields, filters: { id } });
}

function isSubscriptionProvider(providerId: unknown): boolean {
  return typeof providerId === "string" && parseProviderId(providerId)?.variant === "subscription";
}
