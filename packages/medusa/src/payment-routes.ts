import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { HttpRequest } from "@pay-index/server";
import { resolvePayIndex } from "./resolve-pay-index.ts";

/**
 * Serves the routes that every host serves to the gateway and to buyers' browsers. They are not file routes of Medusa:
 * Medusa's refusals are JSON, and contain the request's path, which has a token.
 */
export function servePaymentRoutes(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): void {
  const [serve] = resolvePayIndex(request.scope).router;
  request.originalUrl = redactUrl(request);
  // Medusa uses Express, and its requests are those of Node.
  serve(request as unknown as HttpRequest, response, next);
}

/**
 * Removes the URL, because Medusa logs the URL of every request, and the plugin's URLs contain tokens. No code below
 * the mount path reads it.
 */
function redactUrl({ baseUrl, url }: MedusaRequest): string {
  const [path = ""] = url.split("?", 1);
  const [, word = "", attemptId] = path.split("/");
  return [baseUrl, word, ...(attemptId === undefined ? [] : [attemptId, "..."])].join("/");
}
