import type { MedusaContainer } from "@medusajs/framework/types";
import type { CardDetails, Sale } from "@pay-index/core";
import type { CardRouteParts, HttpRequest } from "@pay-index/node";
import { cartToSale } from "./cart-to-sale.ts";
import { makeReady } from "./checkout/checkout.ts";
import { Refusal } from "./checkout/refusal.ts";
import { takesCard } from "./checkout/takes-card.ts";
import type { CheckedOptions } from "./options.ts";
import { findCart } from "./payable-cart.ts";
import { offerOf } from "./provider-id.ts";

interface Sent {
  /** After `card`: cart id, provider id. */
  readonly path: readonly string[];
  readonly request: HttpRequest;
  readonly card: CardDetails;
}

/** What is paid by the card that a buyer sends to this server: the cart, as Medusa has it by then. */
export class CardDesk {
  readonly #container: MedusaContainer;
  readonly #options: CheckedOptions;

  constructor(container: MedusaContainer, options: CheckedOptions) {
    this.#container = container;
    this.#options = options;
  }

  parts(rest: Pick<CardRouteParts, "gateway" | "pages" | "observe" | "limits">): CardRouteParts {
    const { core, own } = this.#options;
    const pages = [core.publicUrl, core.website ?? core.publicUrl, ...(own.cardOrigins ?? [])];
    return {
      ...rest,
      parts: 2,
      book: ([cartId = "", provider = ""]) => ({
        tenant: offerOf(provider)?.tenant ?? "default",
        reference: cartId,
      }),
      sale: (sent) => this.#sale(sent),
      origins: new Set(pages.map((address) => new URL(address).origin)),
    };
  }

  /** Undefined: there is nothing that this address could pay. */
  async #sale({ path: [cartId = "", provider = ""], request, card }: Sent): Promise<Sale | undefined> {
    const offer = offerOf(provider);
    const cart = await findCart(this.#container, cartId);
    if (cart === undefined || offer === undefined || !takesCard(offer.variant)) return undefined;
    const ready = await this.#ready(cart, provider);
    if (ready === undefined) return undefined;
    const browser = { ip: request.ip, userAgent: request.headers["user-agent"] };
    const draft = cartToSale(ready, { ...offer, browser });
    if (offer.variant === "card") return { ...draft, card } as Sale;
    const plan = await this.#options.own.subscriptionPlan?.({
      cart: ready.cart,
      container: this.#container,
    });
    return { ...draft, card, plan } as Sale;
  }

  async #ready(cart: NonNullable<Awaited<ReturnType<typeof findCart>>>, providerId: string) {
    try {
      return await makeReady(this.#container, { cart, providerId });
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}
