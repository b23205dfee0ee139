import type { MedusaContainer } from "@medusajs/framework/types";
import { type BookStatus, isPayIndexError, type Sale } from "@pay-index/core";
import type { Language } from "@pay-index/node";
import { type Browser, cartToSale } from "../cart-to-sale.ts";
import { payIndexOf } from "../pay-index-of.ts";
import type { PayableCart } from "../payable-cart.ts";
import { offerOf } from "../provider-id.ts";
import type { StartedPayment } from "../storefront/index.ts";
import { makeReady, paidBook } from "./checkout.ts";
import { Refusal } from "./refusal.ts";
import { inLanguage } from "./refused-by-medusa.ts";
import { saleRefusal } from "./sale-refusal.ts";
import { takesCard } from "./takes-card.ts";

/** What a storefront asks for. */
export interface Asked {
  readonly cart: Pick<PayableCart, "id">;
  readonly providerId: string | undefined;
  readonly browser: Browser;
  readonly apmMethod?: string | undefined;
  readonly appScheme?: string | undefined;
  /** Of the messages for the buyer. */
  readonly language: Language;
}

/**
 * From the buyer's click to the page where the buyer goes on.
 *
 * @throws Refusal, PayIndexError; nothing was started then
 */
export async function startPayment(container: MedusaContainer, asked: Asked): Promise<StartedPayment> {
  const { cart, browser, apmMethod, appScheme } = asked;
  const paid = await paidBook(container, cart);
  const standing = paid && orderOf(container, paid);
  if (standing !== undefined) return standing;
  const ready = await makeReady(container, asked).catch((error: unknown) => {
    throw error instanceof Refusal ? inLanguage(error, asked.language) : error;
  });
  const { gateway } = payIndexOf(container);
  if (takesCard(ready.offer.variant)) return cardForm(container, cart, ready.frozen.providerId);
  const sale = cartToSale(ready, { ...ready.offer, browser, apmMethod, appScheme });
  const started = await gateway.start(sale as Sale).catch((error: unknown) => {
    throw (isPayIndexError(error) && saleRefusal(error, ready.cart, asked.language)) || error;
  });
  const { state, next, orderNumber, statusUrl } = started;
  return { state, next, order_number: orderNumber, status_url: statusUrl };
}

/** Undefined: the shop cannot name its page. The gateway says so, and has one of its own. */
function orderOf(
  container: MedusaContainer,
  { reference, state, payments }: BookStatus,
): StartedPayment | undefined {
  const paid = payments.find((payment) => payment.state === state);
  if (paid === undefined || (paid.state !== "paid" && paid.state !== "review")) return undefined;
  try {
    const { merchantTenant: tenant } = paid;
    const next = payIndexOf(container).pages.orderPage({ tenant, reference, state: paid.state });
    return { state: paid.state, next, order_number: paid.orderNumber, status_url: paid.statusUrl };
  } catch {
    return undefined;
  }
}

async function cardForm(
  container: MedusaContainer,
  cart: Pick<PayableCart, "id">,
  provider: string,
): Promise<StartedPayment> {
  const { gateway, options } = payIndexOf(container);
  const { acceptRawCards, publicUrl } = options.core;
  if (acceptRawCards !== true) throw new Refusal("not_offered", "This shop takes no cards itself.");
  const path = [cart.id, provider].map(encodeURIComponent).join("/");
  return {
    state: "card_form",
    action: `${publicUrl.replace(/\/+$/, "")}/card/${path}`,
    form_token: await gateway.formToken({ tenant: tenantOf(provider), reference: cart.id }),
  };
}

function tenantOf(provider: string): string {
  return offerOf(provider)?.tenant ?? "default";
}
