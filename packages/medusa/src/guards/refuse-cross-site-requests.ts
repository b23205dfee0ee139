import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys, parseCorsOrigins } from "@medusajs/framework/utils";
import { type CorsOriginStatus, findStaffRequestProblem } from "@pay-index/server";

/**
 * Refuses requests of other sites. Medusa parses forms as well as JSON, and another site can send a form with the
 * signed-in user's cookie.
 */
export function refuseCrossSiteRequests(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): void {
  const problem = findStaffRequestProblem({
    headers: request.headers,
    cors: checkOriginAgainstCors(request),
  });
  if (problem === undefined) {
    next();
    return;
  }
  const { status, code, message } = problem;
  response.status(status).json({ type: "not_allowed", code: `pay_index_${code}`, message });
}

function checkOriginAgainstCors({ scope, headers: { origin = "" } }: MedusaRequest): CorsOriginStatus {
  const { projectConfig } = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE);
  const listed = parseCorsOrigins(projectConfig.http.adminCors);
  const isListed = listed.some((each) => (each instanceof RegExp ? each.test(origin) : each === origin));
  return isListed ? "listed" : "refused";
}
