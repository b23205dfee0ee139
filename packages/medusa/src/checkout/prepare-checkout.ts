import { randomBytes } from "node:crypto";
import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN, MedusaError } from "@medusajs/framework/utils";
import {
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  refreshCartItemsWorkflow,
} from "@medusajs/medusa/core-flows";
import type { Plan } from "@pay-index/core";
import type { PaidOrderPage } from "@pay-index/core/adapter";
import { toRoundedMoney } from "../amount.ts";
import {
  type CartSession,
  type CheckoutCart,
  findLinkedOrderId,
  isProviderEnabled,
} from "../checkout-cart.ts";
import { paymentKeyOfCart } from "../checkout-snapshot.ts";
import { withPaymentSessionsLock } from "../locks.ts";
import { findPlacedOrderId } from "../placed-order.ts";
import { parseProviderId, type TenantVariant } from "../provider-id.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import type { CartWithAmountAndSnapshot } from "../sale-parts.ts";
import { cartCompletedError, StoreRouteError } from "../store-route-error.ts";
import { findCartPlan } from "../subscription/cart-plan.ts";
import { digestGoods } from "../subscription/goods-digest.ts";
import { checkCartWorkflow } from "../workflows/check-cart.ts";
import { hasCurrentPrices } from "./has-current-prices.ts";
import { medusaRefusalToStoreRouteError } from "./medusa-refusal-to-store-route-error.ts";
import { assertAmountToPay, assertCartComplete, assertNoCreditOnPlan } from "./payable-cart-problems.ts";
import { findPricedCart, type PricedCart } from "./priced-cart.ts";

/** A cart that can be paid now with one of the plugin's providers. */
export interface ReadyCheckout extends CartWithAmountAndSnapshot {
  readonly offer: TenantVariant;
  /** Only for a subscription. */
  readonly plan: Plan | undefined;
}

interface CheckoutRequest {
  readonly cart: Pick<CheckoutCart, "id">;
  /** Default: the provider of the cart's session. */
  readonly providerId: string | undefined;
}

/**
 * Returns where to send the buyer of a cart that is paid or under review, with whichever merchant. Such a cart waits
 * for its order: it must not change, and cannot be paid again. Returns undefined if the cart can be paid.
 *
 * @throws StoreRouteError `cart_completed`
 */
export async function findPaidOrderPage(
  container: MedusaContainer,
  cart: Pick<CheckoutCart, "id">,
): Promise<PaidOrderPage | undefined> {
  const [order, paid] = await Promise.all([
    findPlacedOrderId(container, cart.id),
    resolvePayIndex(container).gateway.findPaidOrderPage(paymentKeyOfCart(cart.id)),
  ]);
  if (order !== undefined) throw cartCompletedError();
  return paid;
}

/**
 * Checks a cart as Medusa's completion does, before the buyer is sent to the gateway: recalculates prices, checks
 * shipping and stock, and creates a session for the amount due.
 *
 * The lock runs concurrent clicks one after another. Without it, Medusa fails a click that waits for more than two
 * seconds.
 *
 * @throws StoreRouteError
 */
export async function prepareCheckout(
  container: MedusaContainer,
  { cart, providerId }: CheckoutRequest,
): Promise<ReadyCheckout> {
  return withPaymentSessionsLock(container, cart.id, async () => {
    // Another process can have placed the order while this one waited for the lock.
    if ((await findLinkedOrderId(container, cart.id)) !== undefined) throw cartCompletedError();
    const { current, amount, provider, offer } = await readCurrentCart(container, { cart, providerId });
    // The plan must belong to the same version of the cart as the lines and the total: another tab can change the cart
    // at any time.
    const plan = await findCartPlan(container, { cart: current, variant: offer.variant });
    if (plan !== undefined) assertNoCreditOnPlan(current);
    assertAmountToPay(amount, plan);
    const session = await findOrCreateSession(container, current, provider);
    const secret = randomBytes(32).toString("base64url");
    const subscribed = plan && { subscribed: { goods: digestGoods(current.items), secret } };
    const snapshot = { cartId: cart.id, sessionId: session.id, providerId: provider, ...subscribed };
    return { cart: current, amount, offer, plan, snapshot };
  });
}

/** Returns the cart at current prices, its provider, and the amount due. */
async function readCurrentCart(container: MedusaContainer, { cart, providerId }: CheckoutRequest) {
  const found = await readCart(container, cart.id);
  assertCartComplete(found);
  const selection = chooseProvider(found, providerId);
  const [isSame] = await Promise.all([hasCurrentPrices(container, found), checkCart(container, found)]);
  const current = isSame ? found : await refreshPrices(container, cart.id);
  // A credit can be larger than the cart.
  const amount = toRoundedMoney(MathBN.max(current.total, 0), current.currency_code);
  if (amount !== undefined) return { ...selection, current, amount };
  const currency = current.currency_code.toUpperCase();
  throw new StoreRouteError("sale_invalid", `A cart in ${currency} cannot be paid here.`);
}

/** Recalculates prices, taxes and promotions, and removes shipping that is no longer possible. */
async function refreshPrices(container: MedusaContainer, cartId: string): Promise<PricedCart> {
  const refresh = { cart_id: cartId, force_refresh: true };
  await runMedusaCheck(() => refreshCartItemsWorkflow(container).run({ input: refresh }));
  const cart = await readCart(container, cartId);
  await checkCart(container, cart);
  return cart;
}

/** @throws StoreRouteError `cart_incomplete` */
function checkCart(container: MedusaContainer, cart: PricedCart): Promise<void> {
  return runMedusaCheck(() => checkCartWorkflow(container).run({ input: { cart } }));
}

/** @throws StoreRouteError `cart_unknown` */
async function readCart(container: MedusaContainer, cartId: string): Promise<PricedCart> {
  const cart = await findPricedCart(container, cartId);
  if (cart === undefined) throw new StoreRouteError("cart_unknown", "There is no such cart.");
  return cart;
}

/**
 * Returns the provider that the request names, otherwise the one that the buyer chose in the shop. The cart's region
 * must offer it.
 */
function chooseProvider(cart: CheckoutCart, asked: string | undefined) {
  const provider =
    asked ?? pendingSessions(cart).find(({ provider_id }) => parseProviderId(provider_id))?.provider_id;
  const missing = "Name a provider_id, or initiate a payment session with one.";
  if (provider === undefined) throw new StoreRouteError("provider_unknown", missing);
  const offer = parseProviderId(provider);
  if (offer === undefined)
    throw new StoreRouteError("provider_unknown", "This provider is not one of pay-index.");
  if (!isProviderEnabled(cart, provider))
    throw new StoreRouteError("not_offered", "This provider is not enabled in the cart's region.");
  return { provider, offer };
}

function pendingSessions({ payment_collection }: CheckoutCart): readonly CartSession[] {
  return (payment_collection?.payment_sessions ?? []).filter(({ status }) => status === "pending");
}

/** Returns Medusa's refusals with Medusa's messages. */
async function runMedusaCheck(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) throw error;
    throw medusaRefusalToStoreRouteError(error);
  }
}

/**
 * Returns the session with which Medusa completes the cart. Replaces a session of another provider or amount. Call it
 * under the sessions' lock.
 */
async function findOrCreateSession(
  container: MedusaContainer,
  cart: CheckoutCart,
  provider: string,
): Promise<Pick<CartSession, "id">> {
  const open = pendingSessions(cart).find(({ provider_id }) => provider_id === provider);
  if (open !== undefined) return open;
  const collection = cart.payment_collection?.id ?? (await createCollection(container, cart.id));
  // Without the customer: the provider does not need it, and Medusa's Store API would return it to every visitor.
  const input = { payment_collection_id: collection, provider_id: provider };
  return (await createPaymentSessionsWorkflow(container).run({ input })).result;
}

async function createCollection(container: MedusaContainer, cartId: string): Promise<string> {
  const { result } = await createPaymentCollectionForCartWorkflow(container).run({
    input: { cart_id: cartId },
  });
  return result.id;
}
