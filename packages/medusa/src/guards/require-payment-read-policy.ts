import type { MedusaRequest } from "@medusajs/framework/http";
import { readPaymentsPolicy } from "../policies/pay-index-payment.ts";
import type { Middleware } from "./middleware.ts";
import { requirePolicy, type StaffRequest } from "./require-policies.ts";

/** Matches every spelling of a link or an entity of the plugin. */
const pluginFieldPattern = /pay_?index/i;

/**
 * Requires the plugin's read policy for the plugin's fields in Medusa's own routes. These routes expand links that are
 * named in `fields`, and check only their own policies.
 */
export const requirePaymentReadPolicy: Middleware<StaffRequest & Pick<MedusaRequest, "query">> = async (
  request,
  _response,
  next,
) => {
  const isAsked = pluginFieldPattern.test(JSON.stringify(request.query.fields ?? ""));
  if (isAsked) await requirePolicy(request, readPaymentsPolicy);
  next();
};
