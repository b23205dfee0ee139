import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answer } from "../../../../checkout/answer.ts";
import { Refusal } from "../../../../checkout/refusal.ts";
import { subscriptionsOfCustomer } from "../../../../subscription/shown-to-buyer.ts";

/** The subscriptions of whoever is signed in. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  answer(response, async () => {
    const customerId = request.auth_context?.actor_id;
    if (!customerId) throw new Refusal("signed_out", "Sign in to see your subscriptions.");
    return { subscriptions: await subscriptionsOfCustomer(request.scope, customerId) };
  });
