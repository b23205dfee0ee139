import type { MedusaContainer } from "@medusajs/framework/types";
import { isPayIndexError, type Sale, type StartedAttempt } from "@pay-index/core";
import { isDirectCardVariant, type PaidOrderPage, refusesRawCards } from "@pay-index/core/adapter";
import { cardFormActionUrl, type Language } from "@pay-index/server";
import type { CheckoutCart } from "../checkout-cart.ts";
import type { TenantVariant } from "../provider-id.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { buildCartSale } from "../sale-parts.ts";
import { StoreRouteError } from "../store-route-error.ts";
import type { StartedPayment } from "../storefront/index.ts";
import { translateCartRefusalForBuyer } from "./medusa-refusal-to-store-route-error.ts";
import { findPaidOrderPage, prepareCheckout } from "./prepare-checkout.ts";
import { type OrderSaleRequest, type PaymentChoice, prepareOrderSale } from "./prepare-order-sale.ts";
import { type BilledAddress, translateSaleError } from "./translate-sale-error.ts";

/** The request of a storefront. */
export interface StartPaymentRequest extends PaymentChoice {
  readonly cart: Pick<CheckoutCart, "id">;
  /** The language of the messages for the buyer. */
  readonly language: Language;
}

/**
 * Starts the payment of a cart, and returns where to send the buyer.
 *
 * @throws StoreRouteError, PayIndexError: nothing was started
 */
export async function startPayment(
  container: MedusaContainer,
  request: StartPaymentRequest,
): Promise<StartedPayment> {
  const { cart, browser, apmMethod, appScheme } = request;
  const paid = await findPaidOrderPage(container, cart);
  if (paid !== undefined) return toStartedPayment(paid);
  const ready = await prepareCheckout(container, request).catch((error: unknown) => {
    throw error instanceof StoreRouteError ? translateCartRefusalForBuyer(error, request.language) : error;
  });
  const { options } = resolvePayIndex(container);
  if (isDirectCardVariant(ready.offer.variant))
    return createCardForm(container, cart.id, { ...ready.offer, provider: ready.snapshot.providerId });
  const sale = buildCartSale(options, ready, { ...ready.offer, browser, apmMethod, appScheme });
  return startSale(container, sale as Sale, { cart: ready.cart, language: request.language });
}

/**
 * Starts the payment of what is due for an order, and returns where to send the buyer.
 *
 * @throws StoreRouteError, PayIndexError: nothing was started
 */
export async function startOrderPayment(
  container: MedusaContainer,
  { language, ...request }: OrderSaleRequest & { readonly language: Language },
): Promise<StartedPayment> {
  const { order, sale, offer } = await prepareOrderSale(container, request);
  if (isDirectCardVariant(offer.variant))
    return createCardForm(container, sale.reference, { ...offer, provider: request.providerId ?? "" });
  return startSale(container, sale as Sale, { cart: order, language });
}

async function startSale(
  container: MedusaContainer,
  sale: Sale,
  { cart, language }: { readonly cart: BilledAddress; readonly language: Language },
): Promise<StartedPayment> {
  const started = await resolvePayIndex(container)
    .gateway.start(sale)
    .catch((error: unknown) => {
      throw (isPayIndexError(error) && translateSaleError(error, cart, language)) || error;
    });
  return toStartedPayment(started);
}

function toStartedPayment(started: StartedAttempt | PaidOrderPage): StartedPayment {
  const { state, url, attemptId, statusUrl } = started;
  return { state, url, attempt_id: attemptId, status_url: statusUrl };
}

async function createCardForm(
  container: MedusaContainer,
  reference: string,
  { provider, tenant, variant }: TenantVariant & { readonly provider: string },
): Promise<StartedPayment> {
  const { gateway, options } = resolvePayIndex(container);
  if (refusesRawCards(options.core, variant))
    throw new StoreRouteError("not_offered", "This shop does not accept cards on its own pages.");
  return {
    state: "card_form",
    action: cardFormActionUrl(options.core, [reference, provider]),
    form_token: await gateway.formToken({ tenant, reference }),
  };
}
