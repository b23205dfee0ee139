import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { HttpRequest } from "@pay-index/node";
import { payIndexOf } from "./pay-index-of.ts";

/**
 * What the gateway and the buyers' browsers reach, from the routes that every host serves. No file of Medusa's router: its refusals are
 * JSON, and a path may not be echoed to a gateway.
 */
export function serveHooks(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): void {
  const [serve] = payIndexOf(request.scope).router;
  // Medusa is built on Express, and its requests are Node's.
  serve(request as unknown as HttpRequest, response, next);
}
