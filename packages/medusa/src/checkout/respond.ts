import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { ErrorResponse } from "../storefront/index.ts";
import { toStoreRouteError } from "./store-route-error.ts";

interface HttpExchange {
  /** Of a route of this plugin. The routes of Medusa's own answer as Medusa does. */
  readonly request?: Pick<MedusaRequest, "query">;
  readonly response: MedusaResponse;
}

/**
 * JSON, or a refusal with its status. What is neither goes to Medusa's own error handler. With the query `refusals=body` a refusal is
 * an answer with the status 200: js-sdk drops the body of every other status.
 */
export async function respond(
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
