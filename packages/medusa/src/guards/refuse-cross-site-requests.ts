import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys, parseCorsOrigins } from "@medusajs/framework/utils";
import { type CorsOriginStatus, findForeignRequestProblem } from "@pay-index/server";

/**
 * Creates a guard against requests of sites that the CORS setting does not list. Medusa parses forms as well as JSON, and
 * another site can send a form with the signed-in user's cookie.
 */
export function refuseCrossSiteRequests(setting: "adminCors" | "storeCors") {
  return ({ scope, headers }: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) => {
    const { projectConfig } = scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE);
    const cors = checkOriginAgainstCors(projectConfig.http[setting], headers.origin);
    const problem = findForeignRequestProblem({ headers, cors });
    if (problem === undefined) return next();
    const { status, code, message } = problem;
    // The staff API has refusals of its own form.
    const isStaff = setting === "adminCors";
    const refusal = { type: "not_allowed", code: `pay_index_${code}`, message };
    response.status(status).json(isStaff ? { error: { code, message, problems: [] } } : refusal);
  };
}

/** Returns how one of Medusa's CORS settings treats an origin. */
export function checkOriginAgainstCors(setting: string, origin = ""): CorsOriginStatus {
  const listed = parseCorsOrigins(setting);
  const isListed = listed.some((each) => (each instanceof RegExp ? each.test(origin) : each === origin));
  return isListed ? "listed" : "refused";
}
