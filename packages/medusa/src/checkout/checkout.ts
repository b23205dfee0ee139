import { randomBytes } from "node:crypto";
import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN, MedusaError } from "@medusajs/framework/utils";
import {
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  refreshCartItemsWorkflow,
} from "@medusajs/medusa/core-flows";
import type { BookStatus, Plan } from "@pay-index/core";
import { toMoney } from "../amount.ts";
import type { Payable } from "../cart-to-sale.ts";
import type { Subscribed } from "../frozen.ts";
import { withSessionsLock } from "../locks.ts";
import { payIndexOf } from "../pay-index-of.ts";
import { type CartSession, isOffered, orderOfCart, type PayableCart } from "../payable-cart.ts";
import { type Offer, offerOf } from "../provider-id.ts";
import { settledOrderOfCart } from "../settled-order.ts";
import { goodsOf } from "../subscription/goods.ts";
import { planToPay } from "../subscription/plan-of-cart.ts";
import { checkReadCartWorkflow } from "../workflows/check-cart.ts";
import { isPricedAsNow } from "./is-priced-as-now.ts";
import { refuseCredit, refuseIncomplete, refuseNothing } from "./not-ready.ts";
import { findPricedCart, type PricedCart } from "./priced-cart.ts";
import { cartCompleted, Refusal } from "./refusal.ts";
import { refusedByMedusa } from "./refused-by-medusa.ts";

/** A cart that may be paid now, by one provider of ours. */
export interface Ready extends Payable {
  readonly offer: Offer;
  /** Of the variant subscription. */
  readonly plan: Plan | undefined;
}

interface Wanted {
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
export async function paidBook(
  container: MedusaContainer,
  cart: Pick<PayableCart, "id">,
): Promise<BookStatus | undefined> {
  const [order, book] = await Promise.all([
    settledOrderOfCart(container, cart.id),
    payIndexOf(container).bookOfCart(cart.id),
  ]);
  if (order !== undefined) throw cartCompleted();
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
export async function makeReady(container: MedusaContainer, { cart, providerId }: Wanted): Promise<Ready> {
  return withSessionsLock(container, cart.id, async () => {
    // What was being placed may have been placed by now.
    if ((await orderOfCart(container, cart.id)) !== undefined) throw cartCompleted();
    const { current, money, provider, offer } = await lookAgain(container, { cart, providerId });
    // Of the very cart whose lines and total are frozen: another tab may have changed it meanwhile.
    const plan = await planToPay(container, { cart: current, variant: offer.variant });
    if (plan !== undefined) refuseCredit(current);
    refuseNothing(money, plan);
    const session = await sessionOf(container, current, provider);
    const subscribed = plan && { subscribed: subscribe(current) };
    const frozen = { cartId: cart.id, sessionId: session.id, providerId: provider, ...subscribed };
    return { cart: current, money, offer, plan, frozen };
  });
}

/** The cart as Medusa works it out by now, how it is paid, and what it costs. */
async function lookAgain(container: MedusaContainer, { cart, providerId }: Wanted) {
  const found = await readCart(container, cart.id);
  refuseIncomplete(found);
  const wish = chosen(found, providerId);
  const [isSame] = await Promise.all([isPricedAsNow(container, found), check(container, found)]);
  const current = isSame ? found : await atPricesOfNow(container, cart.id);
  // A credit may be larger than the cart.
  const money = toMoney(MathBN.max(current.total, 0), current.currency_code);
  if (money === undefined)
    throw new Refusal(
      "sale_invalid",
      `A cart in ${current.currency_code.toUpperCase()} cannot be paid here.`,
    );
  return { ...wish, current, money };
}

/** Medusa works prices, taxes and promotions out again, and removes shipping that is not possible any more. */
async function atPricesOfNow(container: MedusaContainer, cartId: string): Promise<PricedCart> {
  const refresh = { cart_id: cartId, force_refresh: true };
  await medusaAgrees(() => refreshCartItemsWorkflow(container).run({ input: refresh }));
  const cart = await readCart(container, cartId);
  await check(container, cart);
  return cart;
}

/** @throws Refusal `cart_incomplete` */
function check(container: MedusaContainer, cart: PricedCart): Promise<void> {
  return medusaAgrees(() => checkReadCartWorkflow(container).run({ input: { cart } }));
}

/** @throws Refusal `cart_unknown` */
async function readCart(container: MedusaContainer, cartId: string): Promise<PricedCart> {
  const cart = await findPricedCart(container, cartId);
  if (cart === undefined) throw new Refusal("cart_unknown", "There is no such cart.");
  return cart;
}

/** The provider that the request names, or the one that the buyer has chosen in the shop. Its region must offer it. */
function chosen(cart: PayableCart, asked: string | undefined): { provider: string; offer: Offer } {
  const provider = asked ?? openSessions(cart).find(({ provider_id }) => offerOf(provider_id))?.provider_id;
  if (provider === undefined)
    throw new Refusal("provider_unknown", "Name a provider_id, or initiate a payment session with one.");
  const offer = offerOf(provider);
  if (offer === undefined) throw new Refusal("provider_unknown", "This provider is not one of pay-index.");
  if (!isOffered(cart, provider))
    throw new Refusal("not_offered", "This provider is not enabled in the cart's region.");
  return { provider, offer };
}

function openSessions({ payment_collection }: PayableCart): readonly CartSession[] {
  return (payment_collection?.payment_sessions ?? []).filter(({ status }) => status === "pending");
}

function subscribe({ items }: PayableCart): Subscribed {
  return { goods: goodsOf(items), secret: randomBytes(32).toString("base64url") };
}

/** What Medusa itself says no to is told in its own words. */
async function medusaAgrees(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) throw error;
    throw refusedByMedusa(error);
  }
}

/** The session that Medusa completes the cart with. One of another provider, or for another sum, is replaced. Under the sessions' lock. */
async function sessionOf(
  container: MedusaContainer,
  cart: PayableCart,
  provider: string,
): Promise<Pick<CartSession, "id">> {
  const open = openSessions(cart).find(({ provider_id }) => provider_id === provider);
  if (open !== undefined) return open;
  const collection = cart.payment_collection?.id ?? (await makeCollection(container, cart.id));
  // Without its customer: the provider asks for none, and Medusa would show a session's customer to every visitor.
  const input = { payment_collection_id: collection, provider_id: provider };
  return (await createPaymentSessionsWorkflow(container).run({ input })).result;
}

async function makeCollection(container: MedusaContainer, cartId: string): Promise<string> {
  const { result } = await createPaymentCollectionForCartWorkflow(container).run({
    input: { cart_id: cartId },
  });
  return result.id;
}
