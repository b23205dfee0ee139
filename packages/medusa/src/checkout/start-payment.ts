import type { MedusaContainer } from "@medusajs/framework/types";
import { isPayIndexError, type PaymentStatus, type Sale } from "@pay-index/core";
import type { Language } from "@pay-index/server";
import type { PayableCart } from "../payable-cart.ts";
import { parseProviderId } from "../provider-id.ts";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { type Browser, buildSaleDraft } from "../sale-draft.ts";
import type { StartedPayment } from "../storefront/index.ts";
import { isDirectCardVariant } from "./direct-card-variant.ts";
import { findPaidPayment, prepareCheckout } from "./prepare-checkout.ts";
import { inLanguage } from "./refused-by-medusa.ts";
import { toSaleError } from "./sale-error.ts";
import { StoreRouteError } from "./store-route-error.ts";

/** What a storefront asks for. */
export interface StartPaymentRequest {
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
export async function startPayment(
  container: MedusaContainer,
  asked: StartPaymentRequest,
): Promise<StartedPayment> {
  const { cart, browser, apmMethod, appScheme } = asked;
  const paid = await findPaidPayment(container, cart);
  const standing = paid && toPaidResult(container, paid);
  if (standing !== undefined) return standing;
  const ready = await prepareCheckout(container, asked).catch((error: unknown) => {
    throw error instanceof StoreRouteError ? inLanguage(error, asked.language) : error;
  });
  const { gateway } = resolvePayIndex(container);
  if (isDirectCardVariant(ready.offer.variant))
    return createCardForm(container, cart, ready.frozen.providerId);
  const sale = buildSaleDraft(ready, { ...ready.offer, browser, apmMethod, appScheme });
  const started = await gateway.start(sale as Sale).catch((error: unknown) => {
    throw (isPayIndexError(error) && toSaleError(error, ready.cart, asked.language)) || error;
  });
  const { state, url, attemptId, statusUrl } = started;
  return { state, url, attempt_id: attemptId, status_url: statusUrl };
}

/** Undefined: the shop cannot name its page. The gateway says so, and has one of its own. */
function toPaidResult(
  container: MedusaContainer,
  { reference, state, attempts }: PaymentStatus,
): StartedPayment | undefined {
  const paid = attempts.find((payment) => payment.state === state);
  if (paid === undefined || (paid.state !== "paid" && paid.state !== "review")) return undefined;
  try {
    const { merchantTenant: tenant } = paid;
    const next = resolvePayIndex(container).pages.orderPage({ tenant, reference, state: paid.state });
    return { state: paid.state, url: next, attempt_id: paid.attemptId, status_url: paid.statusUrl };
  } catch {
    return undefined;
  }
}

async function createCardForm(
  container: MedusaContainer,
  cart: Pick<PayableCart, "id">,
  provider: string,
): Promise<StartedPayment> {
  const { gateway, options } = resolvePayIndex(container);
  const { acceptRawCards, publicUrl } = options.core;
  if (acceptRawCards !== true) throw new StoreRouteError("not_offered", "This shop takes no cards itself.");
  const path = [cart.id, provider].map(encodeURIComponent).join("/");
  return {
    state: "card_form",
    action: `${publicUrl.replace(/\/+$/, "")}/card/${path}`,
    form_token: await gateway.formToken({ tenant: tenantOf(provider), reference: cart.id }),
  };
}

function tenantOf(provider: string): string {
  return parseProviderId(provider)?.tenant ?? "default";
}
