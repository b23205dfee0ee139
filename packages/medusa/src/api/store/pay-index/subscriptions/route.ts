import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { z } from "@pay-index/core/adapter";
import { sendResultOrRefusal } from "../../../../checkout/send-result-or-refusal.ts";
import { invalidRequestError, StoreRouteError } from "../../../../store-route-error.ts";
import type { PaginatedSubscriptions } from "../../../../storefront/index.ts";
import { findCustomerSubscriptions } from "../../../../subscription/buyer-subscriptions.ts";

/** The page, as in Medusa's own lists, but with an upper limit, because each subscription is loaded whole. */
const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).default(0),
});

/** Returns the subscriptions of the signed-in customer. */
export const GET = (request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> =>
  sendResultOrRefusal({ request, response }, async (): Promise<PaginatedSubscriptions> => {
    const customerId = request.auth_context?.actor_id;
    if (!customerId) throw new StoreRouteError("signed_out", "Sign in to see your subscriptions.");
    const { success, data, error } = pageSchema.safeParse(request.query);
    if (!success) throw invalidRequestError(error);
    return { ...(await findCustomerSubscriptions(request.scope, customerId, data)), ...data };
  });
