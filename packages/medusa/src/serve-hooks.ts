import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { HttpRequest } from "@pay-index/node";
import { payIndexOf } from "./pay-index-of.ts";

/**
 * What the gateway and the buyers' browsers reach, from the routes that every host serves. No file of Medusa's router: its refusals are
 * JSON, and a path may not be echoed to a gateway.
 */
export function serveHooks(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): void {
  const [serve] = payIndexOf(request.scope).router;
  request.originalUrl = loggable(request);
  // Medusa is built on Express, and its requests are Node's.
  serve(request as unknown as HttpRequest, response, next);
}

/** Medusa logs the address of every request, and ours hold secrets. Nothing below the mount point reads this one. */
function loggable({ baseUrl, url }: MedusaRequest): string {
  const [path = ""] = url.split("?", 1);
  const [, word = "", orderNumber] = path.split("/");
  return [baseUrl, word, ...(orderNumber === undefined ? [] : [orderNumber, "..."])].join("/");
}
