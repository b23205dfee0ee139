import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { problemsOfSchemaIssues, z } from "@pay-index/core/adapter";
import { findLanguage, requestLanguage } from "@pay-index/server";
import { browserOf, requireOwnCart } from "../../../../checkout/cart-access.ts";
import { sendResultOrRefusal } from "../../../../checkout/send-result-or-refusal.ts";
import { startPayment } from "../../../../checkout/start-payment.ts";
import { StoreRouteError } from "../../../../store-route-error.ts";
import type { StartPaymentInput } from "../../../../storefront/index.ts";

const bodySchema = z.strictObject({
  cart_id: z.string("is required"),
  provider_id: z.string().optional(),
  method: z.string().max(100).optional(),
  app_scheme: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
}) satisfies z.ZodType<StartPaymentInput>;

/** Starts the payment of a cart, or continues a started one: a second click leads to the same payment. */
export const POST = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  sendResultOrRefusal({ request, response }, async () => {
    const { success, data, error } = bodySchema.safeParse(request.body);
    if (!success) throw invalidBodyError(error);
    const { cart_id, provider_id, method, app_scheme, language } = data;
    const cart = await requireOwnCart(request, cart_id);
    const payment = await startPayment(request.scope, {
      cart,
      providerId: provider_id,
      browser: { ...browserOf(request), language: language ?? cart.locale ?? undefined },
      language: findLanguage(language ?? cart.locale) ?? requestLanguage(request),
      apmMethod: method,
      appScheme: app_scheme,
    });
    return { payment };
  });

/** Names the invalid fields without their values. */
function invalidBodyError({ issues }: z.ZodError): StoreRouteError {
  return new StoreRouteError("body_invalid", "The request cannot be used.", {
    problems: problemsOfSchemaIssues(issues),
  });
}
