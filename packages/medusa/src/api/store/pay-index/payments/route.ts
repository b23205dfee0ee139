import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { z } from "@pay-index/core/adapter";
import { findLanguage, requestLanguage } from "@pay-index/server";
import { browserOf, requireOrderOfCollection, requireOwnCart } from "../../../../checkout/cart-access.ts";
import { sendResultOrRefusal } from "../../../../checkout/send-result-or-refusal.ts";
import { startOrderPayment, startPayment } from "../../../../checkout/start-payment.ts";
import { findCartOwnership } from "../../../../checkout-cart.ts";
import { invalidRequestError } from "../../../../store-route-error.ts";
import type { StartPaymentInput } from "../../../../storefront/index.ts";

const choice = {
  provider_id: z.string().optional(),
  method: z.string().max(100).optional(),
  app_scheme: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
};

const cartSchema = z.strictObject({ cart_id: z.string("is required"), ...choice });
const orderSchema = z.strictObject({ payment_collection_id: z.string(), ...choice });

/** Starts the payment of a cart or an order, or continues a started one: a second click leads to the same payment. */
export const POST = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  sendResultOrRefusal({ request, response }, async () => {
    const data = parseBody(request.body);
    const { provider_id, method, app_scheme, language } = data;
    const selection = { providerId: provider_id, apmMethod: method, appScheme: app_scheme };
    if (data.payment_collection_id !== undefined) {
      const { id: orderId, locale } = await requireOrderOfCollection(request, data.payment_collection_id);
      const payment = await startOrderPayment(request.scope, {
        ...{ orderId, ...selection },
        browser: { ...browserOf(request), language: language ?? locale ?? undefined },
        language: findLanguage(language ?? locale) ?? requestLanguage(request),
      });
      return { payment };
    }
    const cart = await requireOwnCart(request, data.cart_id, findCartOwnership);
    const payment = await startPayment(request.scope, {
      cart,
      ...selection,
      browser: { ...browserOf(request), language: language ?? cart.locale ?? undefined },
      language: findLanguage(language ?? cart.locale) ?? requestLanguage(request),
    });
    return { payment };
  });

/** @throws StoreRouteError `body_invalid` */
function parseBody(body: unknown): StartPaymentInput {
  const isOfOrder = Object(body).payment_collection_id !== undefined;
  const { success, data, error } = (isOfOrder ? orderSchema : cartSchema).safeParse(body);
  if (!success) throw invalidRequestError(error);
  return data;
}
