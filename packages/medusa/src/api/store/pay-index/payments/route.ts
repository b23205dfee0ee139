import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { problemsOf } from "@pay-index/core";
import { languageOf, languageOfTag } from "@pay-index/node";
import { z } from "zod";
import { answer } from "../../../../checkout/answer.ts";
import { Refusal } from "../../../../checkout/refusal.ts";
import { startPayment } from "../../../../checkout/start-payment.ts";
import { browserOf, ownCart } from "../../../../checkout/visitor.ts";
import type { StartInput } from "../../../../storefront/index.ts";

const bodySchema = z.strictObject({
  cart_id: z.string("is required"),
  provider_id: z.string().optional(),
  method: z.string().max(100).optional(),
  app_scheme: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
}) satisfies z.ZodType<StartInput>;

/** Starts paying a cart, or goes on where that was begun: a second click leads to the same payment. */
export const POST = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answer({ request, response }, async () => {
    const { success, data, error } = bodySchema.safeParse(request.body);
    if (!success) throw bodyInvalid(error);
    const { cart_id, provider_id, method, app_scheme, language } = data;
    const cart = await ownCart(request, cart_id);
    const payment = await startPayment(request.scope, {
      cart,
      providerId: provider_id,
      browser: { ...browserOf(request), language: language ?? cart.locale ?? undefined },
      language: languageOfTag(language ?? cart.locale) ?? languageOf(request),
      apmMethod: method,
      appScheme: app_scheme,
    });
    return { payment };
  });

/** Names fields and never what was in them. */
function bodyInvalid({ issues }: z.ZodError): Refusal {
  return new Refusal("body_invalid", "The request cannot be used.", { problems: problemsOf(issues) });
}
