import type { MedusaContainer } from "@medusajs/framework/types";
import { PayIndexError, type Sale } from "@pay-index/core";
import { isDirectCardVariant } from "@pay-index/core/adapter";
import type { CardDetails } from "@pay-index/core/protocol";
import { type CardSaleSource, type Language, requestLanguage } from "@pay-index/server";
import { translateCartRefusalForBuyer } from "./checkout/medusa-refusal-to-store-route-error.ts";
import { findPaidOrderPage, prepareCheckout } from "./checkout/prepare-checkout.ts";
import { type OrderSaleRequest, prepareOrderSale } from "./checkout/prepare-order-sale.ts";
import { paymentKeyOfCart } from "./checkout-snapshot.ts";
import { findOrderOfReference } from "./existing-order.ts";
import { parseProviderId } from "./provider-id.ts";
import { resolvePayIndex } from "./resolve-pay-index.ts";
import { buildCartSale } from "./sale-parts.ts";
import { recoverFromRefusal, type StoreRouteError } from "./store-route-error.ts";

/** The errors of a cart that buyers can correct. */
const cartErrorCodes: ReadonlySet<StoreRouteError["code"]> = new Set([
  "cart_incomplete",
  "plans_mixed",
  "plan_and_goods",
  "plan_and_credit",
  "plan_for_nothing",
]);

/**
 * Builds the sales of the card route `card/<cart id>/<provider id>`: from the cart as Medusa has it when the card
 * arrives.
 */
export class CardRouteSaleBuilder implements CardSaleSource {
  readonly parts = 2;
  readonly #container: MedusaContainer;

  constructor(container: MedusaContainer) {
    this.#container = container;
  }

  paymentOf([cartId = "", provider = ""]: readonly string[]) {
    return { ...paymentKeyOfCart(cartId), merchantTenant: parseProviderId(provider)?.tenant ?? "default" };
  }

  /** Returns undefined if the address cannot be paid. */
  async sale({ path, request, card }: Parameters<CardSaleSource["sale"]>[0]): Promise<Sale | undefined> {
    const [cartId = "", provider = ""] = path;
    const offer = parseProviderId(provider);
    if (offer === undefined || !isDirectCardVariant(offer.variant)) return undefined;
    const browser = { ip: request.ip, userAgent: request.headers["user-agent"] };
    const orderId = await findOrderOfReference(this.#container, cartId);
    if (orderId !== undefined) return this.#orderSale({ orderId, providerId: provider, browser }, card);
    const ready = await this.#ready({ id: cartId }, provider, requestLanguage(request));
    if (ready === undefined) return undefined;
    const { options } = resolvePayIndex(this.#container);
    const draft = buildCartSale(options, ready, { ...offer, browser });
    return { ...draft, card, ...(ready.plan && { plan: ready.plan }) } as Sale;
  }

  /** Returns undefined if nothing is due for the order, such as after another click on the same form. */
  async #orderSale(request: OrderSaleRequest, card: CardDetails): Promise<Sale | undefined> {
    const ready = await recoverFromRefusal(prepareOrderSale(this.#container, request), () => undefined);
    return ready && ({ ...ready.sale, card } as Sale);
  }

  async #ready(cart: { readonly id: string }, providerId: string, language: Language) {
    if (await this.#isPaid(cart)) return undefined;
    return recoverFromRefusal(prepareCheckout(this.#container, { cart, providerId }), async (refusal) => {
      // Another click on the same form can have paid the cart in the meantime.
      if (!cartErrorCodes.has(refusal.code) || (await this.#isPaid(cart))) return undefined;
      // The cart was sold out or changed after the form was opened: the buyer reads the reason.
      const { message } = translateCartRefusalForBuyer(refusal, language);
      throw new PayIndexError("sale_invalid", message, { problems: [{ path: "cart", message }] });
    });
  }

  async #isPaid(cart: { readonly id: string }): Promise<boolean> {
    const isPaid = await recoverFromRefusal(findPaidOrderPage(this.#container, cart), () => true);
    return isPaid !== undefined;
  }
}
