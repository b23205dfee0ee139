import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { HttpRequest } from "@pay-index/server";
import { resolvePayIndex } from "./resolve-pay-index.ts";

/**
 * What the gateway and the buyers' browsers reach, from the routes that every host serves. No file of Medusa's router: its refusals are
 * JSON, and a path may not be echoed to a gateway.
 */
export function servePaymentRoutes(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): void {
  const [serve] = resolvePayIndex(request.scope).router;
  request.originalUrl = redactUrl(request);
  // Medusa is built on Express, and its requests are Node's.
  serve(request as unknown as HttpRequest, response, next);
}

/** Medusa logs the address of every request, and ours hold secrets. Nothing below the mount point reads this one. */
function redactUrl({ baseUrl, url }: MedusaRequest): string {
  const [path = ""] = url.split("?", 1);
  const [, word = "", attemptId] = path.split("/");
  return [baseUrl, word, ...(attemptId === undefined ? [] : [attemptId, "..."])].join("/");
}
