import { randomBytes } from "node:crypto";
import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN, MedusaError } from "@medusajs/framework/utils";
import {
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  refreshCartItemsWorkflow,
} from "@medusajs/medusa/core-flows";
import type { PaymentStatus, Plan } from "@pay-index/core";
import { toMoney } from "../amount.ts";
import type { SubscriptionSnapshot } from "../checkout-snapshot.ts";
import { withSessionsLock } from "../locks.ts";
import { type CartSession, findCartOrderId, isProviderEnabled, type PayableCart } from "../payable-cart.ts";
import { findPlacedOrderId } from "../placed-order.ts";
import { type ProviderKey, parseProviderId } from "../provider-id.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import type { SaleSource } from "../sale-draft.ts";
import { findPayablePlan } from "../subscription/cart-plan.ts";
import { digestGoods } from "../subscription/goods-digest.ts";
import { checkLoadedCartWorkflow } from "../workflows/check-cart.ts";
import { hasCurrentPrices } from "./current-prices.ts";
import { assertAmountToPay, assertCartComplete, assertNoCreditOnPlan } from "./payable-cart-problems.ts";
import { findPricedCart, type PricedCart } from "./priced-cart.ts";
import { refusedByMedusa } from "./refused-by-medusa.ts";
import { cartCompletedError, StoreRouteError } from "./store-route-error.ts";

/** A cart that may be paid now, by one provider of ours. */
export interface ReadyCheckout extends SaleSource {
  readonly offer: ProviderKey;
  /** Of the variant subscription. */
  readonly plan: Plan | undefined;
}

interface CheckoutRequest {
  readonly cart: Pick<PayableCart, "id">;
  /** Undefined: the one of the cart's session. */
  readonly providerId: string | undefined;
}

/**
 * The payments of a cart whose money is there, or said to be there: of whichever merchant. It waits to be placed, so it must stay what was
 * paid for, and is not paid again. Undefined: it may be paid.
 *
 * @throws Refusal `cart_completed`
 */
export async function findPaidPayment(
  container: MedusaContainer,
  cart: Pick<PayableCart, "id">,
): Promise<PaymentStatus | undefined> {
  const [order, book] = await Promise.all([
    findPlacedOrderId(container, cart.id),
    resolvePayIndex(container).paymentOfCart(cart.id),
  ]);
  if (order !== undefined) throw cartCompletedError();
  return book.state === "paid" || book.state === "review" ? book : undefined;
}

/**
 * All that Medusa would refuse when the cart is completed is refused before the buyer is sent away: prices are worked out again, shipping
 * and stock are looked at, and the session is for what is to be paid.
 *
 * One click after the other: Medusa locks the cart for it, and of two in one moment it gives up the one that waits for more than two seconds.
 *
 * @throws Refusal
 */
export async function prepareCheckout(
  container: MedusaContainer,
  { cart, providerId }: CheckoutRequest,
): Promise<ReadyCheckout> {
  return withSessionsLock(container, cart.id, async () => {
    // What was being placed may have been placed by now.
    if ((await findCartOrderId(container, cart.id)) !== undefined) throw cartCompletedError();
    const { current, amount, provider, offer } = await readCurrentCart(container, { cart, providerId });
    // Of the very cart whose lines and total are frozen: another tab may have changed it meanwhile.
    const plan = await findPayablePlan(container, { cart: current, variant: offer.variant });
    if (plan !== undefined) assertNoCreditOnPlan(current);
    assertAmountToPay(amount, plan);
    const session = await findOrCreateSession(container, current, provider);
    const subscribed = plan && { subscribed: createSubscriptionSnapshot(current) };
    const frozen = { cartId: cart.id, sessionId: session.id, providerId: provider, ...subscribed };
    return { cart: current, amount, offer, plan, frozen };
  });
}

/** The cart as Medusa works it out by now, how it is paid, and what it costs. */
async function readCurrentCart(container: MedusaContainer, { cart, providerId }: CheckoutRequest) {
  const found = await readCart(container, cart.id);
  assertCartComplete(found);
  const wish = chooseProvider(found, providerId);
  const [isSame] = await Promise.all([hasCurrentPrices(container, found), checkCart(container, found)]);
  const current = isSame ? found : await refreshPrices(container, cart.id);
  // A credit may be larger than the cart.
  const amount = toMoney(MathBN.max(current.total, 0), current.currency_code);
  if (amount === undefined)
    throw new StoreRouteError(
      "sale_invalid",
      `A cart in ${current.currency_code.toUpperCase()} cannot be paid here.`,
    );
  return { ...wish, current, amount };
}

/** Medusa works prices, taxes and promotions out again, and removes shipping that is not possible any more. */
async function refreshPrices(container: MedusaContainer, cartId: string): Promise<PricedCart> {
  const refresh = { cart_id: cartId, force_refresh: true };
  await runMedusaCheck(() => refreshCartItemsWorkflow(container).run({ input: refresh }));
  const cart = await readCart(container, cartId);
  await checkCart(container, cart);
  return cart;
}

/** @throws Refusal `cart_incomplete` */
function checkCart(container: MedusaContainer, cart: PricedCart): Promise<void> {
  return runMedusaCheck(() => checkLoadedCartWorkflow(container).run({ input: { cart } }));
}

/** @throws Refusal `cart_unknown` */
async function readCart(container: MedusaContainer, cartId: string): Promise<PricedCart> {
  const cart = await findPricedCart(container, cartId);
  if (cart === undefined) throw new StoreRouteError("cart_unknown", "There is no such cart.");
  return cart;
}

/** The provider that the request names, or the one that the buyer has chosen in the shop. Its region must offer it. */
function chooseProvider(
  cart: PayableCart,
  asked: string | undefined,
): { provider: string; offer: ProviderKey } {
  const provider =
    asked ?? pendingSessions(cart).find(({ provider_id }) => parseProviderId(provider_id))?.provider_id;
  if (provider === undefined)
    throw new StoreRouteError(
      "provider_unknown",
      "Name a provider_id, or initiate a payment session with one.",
    );
  const offer = parseProviderId(provider);
  if (offer === undefined)
    throw new StoreRouteError("provider_unknown", "This provider is not one of pay-index.");
  if (!isProviderEnabled(cart, provider))
    throw new StoreRouteError("not_offered", "This provider is not enabled in the cart's region.");
  return { provider, offer };
}

function pendingSessions({ payment_collection }: PayableCart): readonly CartSession[] {
  return (payment_collection?.payment_sessions ?? []).filter(({ status }) => status === "pending");
}

function createSubscriptionSnapshot({ items }: PayableCart): SubscriptionSnapshot {
  return { goods: digestGoods(items), secret: randomBytes(32).toString("base64url") };
}

/** What Medusa itself says no to is told in its own words. */
async function runMedusaCheck(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) throw error;
    throw refusedByMedusa(error);
  }
}

/** The session that Medusa completes the cart with. One of another provider, or for another sum, is replaced. Under the sessions' lock. */
async function findOrCreateSession(
  container: MedusaContainer,
  cart: PayableCart,
  provider: string,
): Promise<Pick<CartSession, "id">> {
  const open = pendingSessions(cart).find(({ provider_id }) => provider_id === provider);
  if (open !== undefined) return open;
  const collection = cart.payment_collection?.id ?? (await createCollection(container, cart.id));
  // Without its customer: the provider asks for none, and Medusa would show a session's customer to every visitor.
  const input = { payment_collection_id: collection, provider_id: provider };
  return (await createPaymentSessionsWorkflow(container).run({ input })).result;
}

async function createCollection(container: MedusaContainer, cartId: string): Promise<string> {
  const { result } = await createPaymentCollectionForCartWorkflow(container).run({
    input: { cart_id: cartId },
  });
  return result.id;
}
