import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { toStoreRouteError } from "../store-route-error.ts";
import type { ErrorResponse } from "../storefront/index.ts";

interface HttpExchange {
  /** The request to a route of the plugin. Medusa's own routes respond in Medusa's format. */
  readonly request?: Pick<MedusaRequest, "query">;
  readonly response: MedusaResponse;
}

/**
 * Sends the result as JSON, or a `StoreRouteError` with its status. Other errors go to Medusa's error handler. With the
 * query `refusals=body`, a refusal has the status 200, because Medusa's js-sdk drops the body of every other status.
 */
export async function sendResultOrRefusal(
  { request, response }: HttpExchange,
  work: () => Promise<object>,
): Promise<void> {
  response.setHeader("cache-control", "no-store");
  try {
    response.status(200).json(await work());
  } catch (error) {
    const refusal = toStoreRouteError(error);
    if (refusal === undefined) throw error;
    if (refusal.retryAt !== undefined)
      response.setHeader("retry-after", new Date(refusal.retryAt).toUTCString());
    const { status } = refusal;
    if (request?.query.refusals !== "body") response.status(status).json(refusal);
    else response.status(200).json({ refusal: { ...refusal.toJSON(), status } } satisfies ErrorResponse);
  }
}
