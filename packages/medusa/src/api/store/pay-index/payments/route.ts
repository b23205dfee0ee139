import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { z } from "@pay-index/core/adapter";
import { findLanguage, requestLanguage } from "@pay-index/server";
import { browserOf, requireOrderOfCollection, requireOwnCart } from "../../../../checkout/cart-access.ts";
import { sendResultOrRefusal } from "../../../../checkout/send-result-or-refusal.ts";
import { startOrderPayment, startPayment } from "../../../../checkout/start-payment.ts";
import { findCartOwnership } from "../../../../checkout-cart.ts";
import { invalidRequestError } from "../../../../store-route-error.ts";
import type { StartPaymentInput } from "../../../../storefront/index.ts";

const choiceFields = {
  provider_id: z.string().optional(),
  method: z.string().max(100).optional(),
  app_scheme: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
};

const cartSchema = z.strictObject({ cart_id: z.string("is required"), ...choiceFields });
const orderSchema = z.strictObject({ payment_collection_id: z.string(), ...choiceFields });

/** Starts the payment of a cart or an order, or continues a started one: a second click leads to the same payment. */
export const POST = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  sendResultOrRefusal({ request, response }, async () => {
    const data = parseBody(request.body);
    const { provider_id, method, app_scheme, language } = data;
    const isOfOrder = data.payment_collection_id !== undefined;
    const { id, locale } = isOfOrder
      ? await requireOrderOfCollection(request, data.payment_collection_id)
      : await requireOwnCart(request, data.cart_id, findCartOwnership);
    const choice = {
      ...{ providerId: provider_id, apmMethod: method, appScheme: app_scheme },
      browser: { ...browserOf(request), language: language ?? locale ?? undefined },
      language: findLanguage(language ?? locale) ?? requestLanguage(request),
    };
    const payment = isOfOrder
      ? await startOrderPayment(request.scope, { orderId: id, ...choice })
      : await startPayment(request.scope, { cart: { id }, ...choice });
    return { payment };
  });

/** @throws StoreRouteError `body_invalid` */
function parseBody(body: unknown): StartPaymentInput {
  const isOfOrder = Object(body).payment_collection_id !== undefined;
  const { success, data, error } = (isOfOrder ? orderSchema : cartSchema).safeParse(body);
  if (!success) throw invalidRequestError(error);
  return data;
}
