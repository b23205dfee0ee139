import type { MedusaContainer } from "@medusajs/framework/types";
import { MathBN } from "@medusajs/framework/utils";
import { PayIndexError } from "@pay-index/core";
import { buildSaleDraftFromCart, type LinkSale, type LinkSaleRequest } from "@pay-index/core/adapter";
import { toRoundedMoney } from "../amount.ts";
import { prepareCheckout } from "../checkout/prepare-checkout.ts";
import { type CheckoutCart, findCart, findLinkedOrderId, isProviderEnabled } from "../checkout-cart.ts";
import { parseProviderId, type TenantVariant } from "../provider-id.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { type CartWithAmountAndSnapshot, saleItemOptionsOfPlugin, toSaleParts } from "../sale-parts.ts";
import { StoreRouteError } from "../store-route-error.ts";

/**
 * Returns what is due for a cart, and checks the cart as its storefront does when the buyer opens the link. Undefined: the cart is gone, is
 * an order, or costs nothing.
 *
 * @throws PayIndexError `sale_invalid`
 */
export async function findLinkSale(
  container: MedusaContainer,
  { reference, isOpened }: LinkSaleRequest,
): Promise<LinkSale | undefined> {
  const cart = await findCart(container, reference);
  if (cart === undefined || (await findLinkedOrderId(container, cart.id)) !== undefined) return undefined;
  const { providerId, offer } = chooseLinkProvider(cart);
  const ready = isOpened
    ? await prepare(container, cart, providerId)
    : readAmountDue(cart, { cartId: cart.id, sessionId: "", providerId });
  if (ready === undefined) return undefined;
  const { options } = resolvePayIndex(container);
  const browser = { ip: undefined, userAgent: undefined };
  const parts = toSaleParts(ready, { ...offer, browser, ...saleItemOptionsOfPlugin(options) });
  return buildSaleDraftFromCart(parts, offer) as LinkSale;
}

/** Nothing is written: a buyer may be at the checkout, with another provider. */
function readAmountDue(
  cart: CheckoutCart,
  snapshot: CartWithAmountAndSnapshot["snapshot"],
): CartWithAmountAndSnapshot | undefined {
  const amount = toRoundedMoney(MathBN.max(cart.total, 0), cart.currency_code);
  return amount === undefined || amount.minor === 0 ? undefined : { cart, amount, snapshot };
}

/** The prepared cart has a session for this provider, with which Medusa completes it. */
async function prepare(
  container: MedusaContainer,
  cart: CheckoutCart,
  providerId: string,
): Promise<CartWithAmountAndSnapshot | undefined> {
  try {
    return await prepareCheckout(container, { cart, providerId });
  } catch (error) {
    if (!(error instanceof StoreRouteError)) throw error;
    if (error.code === "cart_completed" || error.code === "nothing_to_pay") return undefined;
    throw new PayIndexError("sale_invalid", `The cart cannot be paid by a payment link. ${error.message}`);
  }
}

/** The region's provider for links, otherwise the one for hosted payments. @throws PayIndexError `sale_invalid` */
function chooseLinkProvider(cart: CheckoutCart): { providerId: string; offer: TenantVariant } {
  const offers = (cart.region?.payment_providers ?? [])
    .filter(({ id }) => isProviderEnabled(cart, id))
    .map(({ id: providerId }) => ({ providerId, offer: parseProviderId(providerId) }));
  for (const variant of ["link", "hosted"] as const)
    for (const { providerId, offer } of offers) if (offer?.variant === variant) return { providerId, offer };
  const message = "The cart's region has no provider with the variant link or hosted.";
  throw new PayIndexError("sale_invalid", message);
}
