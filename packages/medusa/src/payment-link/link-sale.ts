import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN } from "@medusajs/framework/utils";
import { PayIndexError } from "@pay-index/core";
import type { LinkSale, LinkSaleRequest } from "@pay-index/core/adapter";
import { toRoundedMoney } from "../amount.ts";
import { prepareCheckout } from "../checkout/prepare-checkout.ts";
import { prepareOrderSale } from "../checkout/prepare-order-sale.ts";
import { type CheckoutCart, findCart, isProviderEnabled } from "../checkout-cart.ts";
import { findExistingOrder, findOrderOfReference } from "../existing-order.ts";
import { parseProviderId } from "../provider-id.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { buildCartSale, type CartWithAmountAndSnapshot } from "../sale-parts.ts";
import { recoverFromRefusal } from "../store-route-error.ts";

const browser = { ip: undefined, userAgent: undefined };

/**
 * Returns what is due for a cart or an order. Checks a cart as its storefront does when the buyer opens the link. Undefined: there is no
 * such cart or order, or nothing is due.
 *
 * @throws PayIndexError `sale_invalid`
 */
export async function findLinkSale(
  container: MedusaContainer,
  { reference, isOpened }: LinkSaleRequest,
): Promise<LinkSale | undefined> {
  const orderId = await findOrderOfReference(container, reference);
  if (orderId !== undefined) return findOrderLinkSale(container, orderId);
  const cart = await findCart(container, reference);
  if (cart === undefined) return undefined;
  const { providerId, offer } = chooseLinkProvider(cart);
  const ready: CartWithAmountAndSnapshot | undefined = isOpened
    ? // The prepared cart has a session for this provider, with which Medusa completes it.
      await unlessNothingIsDue(prepareCheckout(container, { cart, providerId }))
    : readAmountDue(cart, { cartId: cart.id, sessionId: "", providerId });
  if (ready === undefined) return undefined;
  const { options } = resolvePayIndex(container);
  return buildCartSale(options, ready, { ...offer, browser }) as LinkSale;
}

async function findOrderLinkSale(container: MedusaContainer, orderId: string): Promise<LinkSale | undefined> {
  const order = await findExistingOrder(container, orderId);
  if (order === undefined) return undefined;
  const { providerId } = chooseLinkProvider(order);
  const prepared = prepareOrderSale(container, { orderId, providerId, browser });
  return (await unlessNothingIsDue(prepared))?.sale as LinkSale | undefined;
}

/** Nothing is written: a buyer may be at the checkout, with another provider. */
function readAmountDue(
  cart: CheckoutCart,
  snapshot: CartWithAmountAndSnapshot["snapshot"],
): CartWithAmountAndSnapshot | undefined {
  const amount = toRoundedMoney(MathBN.max(cart.total, 0), cart.currency_code);
  return amount === undefined || amount.minor === 0 ? undefined : { cart, amount, snapshot };
}

/** @throws PayIndexError `sale_invalid` instead of another error of the storefront's routes */
function unlessNothingIsDue<T>(prepared: Promise<T>): Promise<T | undefined> {
  return recoverFromRefusal(prepared, ({ code, message }) => {
    if (code === "cart_completed" || code === "nothing_to_pay" || code === "order_unknown") return undefined;
    throw new PayIndexError("sale_invalid", `It cannot be paid by a payment link. ${message}`);
  });
}

/** The region's provider for links, otherwise the one for hosted payments. @throws PayIndexError `sale_invalid` */
function chooseLinkProvider(cart: Pick<CheckoutCart, "region">) {
  const offers = (cart.region?.payment_providers ?? [])
    .filter(({ id }) => isProviderEnabled(cart, id))
    .map(({ id: providerId }) => ({ providerId, offer: parseProviderId(providerId) }));
  for (const variant of ["link", "hosted"] as const)
    for (const { providerId, offer } of offers) if (offer?.variant === variant) return { providerId, offer };
  const message = "The region has no provider with the variant link or hosted.";
  throw new PayIndexError("sale_invalid", message);
}
