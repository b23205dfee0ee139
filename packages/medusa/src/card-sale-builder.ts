import type { MedusaContainer } from "@medusajs/framework/types";
import { PayIndexError, type Sale } from "@pay-index/core";
import type { CardDetails } from "@pay-index/core/protocol";
import {
  type CardRouteDependencies,
  type HttpRequest,
  type Language,
  requestLanguage,
} from "@pay-index/server";
import { isDirectCardVariant } from "./checkout/direct-card-variant.ts";
import { findPaidPayment, prepareCheckout } from "./checkout/prepare-checkout.ts";
import { inLanguage } from "./checkout/refused-by-medusa.ts";
import { StoreRouteError } from "./checkout/store-route-error.ts";
import { paymentKey } from "./checkout-snapshot.ts";
import type { CheckedOptions } from "./options.ts";
import { parseProviderId } from "./provider-id.ts";
import { buildSaleDraft } from "./sale-draft.ts";

interface CardSubmission {
  /** After `card`: cart id, provider id. */
  readonly path: readonly string[];
  readonly request: HttpRequest;
  readonly card: CardDetails;
}

interface Wish {
  readonly provider: string;
  /** Of the buyer's browser. */
  readonly language: Language;
}

/** What buyers can mend in their cart. */
const cartErrorCodes: ReadonlySet<StoreRouteError["code"]> = new Set([
  "cart_incomplete",
  "plans_mixed",
  "plan_and_goods",
  "plan_and_credit",
  "plan_for_nothing",
]);

/** What is paid by the card that a buyer sends to this server: the cart, as Medusa has it by then. */
export class CardSaleBuilder {
  readonly #container: MedusaContainer;
  readonly #options: CheckedOptions;

  constructor(container: MedusaContainer, options: CheckedOptions) {
    this.#container = container;
    this.#options = options;
  }

  parts(
    rest: Pick<CardRouteDependencies, "gateway" | "pages" | "onEvent" | "limits">,
  ): CardRouteDependencies {
    const { core, own } = this.#options;
    const pages = [core.publicUrl, core.website ?? core.publicUrl, ...(own.cardOrigins ?? [])];
    return {
      ...rest,
      parts: 2,
      book: ([cartId = "", provider = ""]) => ({
        ...paymentKey(cartId),
        merchantTenant: parseProviderId(provider)?.tenant ?? "default",
      }),
      sale: (sent) => this.#sale(sent),
      origins: new Set(pages.map((address) => new URL(address).origin)),
    };
  }

  /** Undefined: there is nothing that this address could pay. */
  async #sale({
    path: [cartId = "", provider = ""],
    request,
    card,
  }: CardSubmission): Promise<Sale | undefined> {
    const offer = parseProviderId(provider);
    if (offer === undefined || !isDirectCardVariant(offer.variant)) return undefined;
    const ready = await this.#ready({ id: cartId }, { provider, language: requestLanguage(request) });
    if (ready === undefined) return undefined;
    const browser = { ip: request.ip, userAgent: request.headers["user-agent"] };
    const draft = buildSaleDraft(ready, { ...offer, browser });
    return { ...draft, card, ...(ready.plan && { plan: ready.plan }) } as Sale;
  }

  async #ready(cart: { readonly id: string }, { provider: providerId, language }: Wish) {
    if (await this.#isPaid(cart)) return undefined;
    try {
      return await prepareCheckout(this.#container, { cart, providerId });
    } catch (error) {
      if (!(error instanceof StoreRouteError)) throw error;
      // Another click on the same form may have paid while Medusa looked.
      if (!cartErrorCodes.has(error.code) || (await this.#isPaid(cart))) return undefined;
      // Sold out since the form was opened, say, or changed in another tab: buyers are told what it is.
      const { message } = inLanguage(error, language);
      throw new PayIndexError("sale_invalid", message, { problems: [{ path: "cart", message }] });
    }
  }

  async #isPaid(cart: { readonly id: string }): Promise<boolean> {
    try {
      return (await findPaidPayment(this.#container, cart)) !== undefined;
    } catch (error) {
      if (error instanceof StoreRouteError) return true;
      throw error;
    }
  }
}
