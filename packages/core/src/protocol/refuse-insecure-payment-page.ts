import type { SaleOutcome } from "./sale-response.ts";

/**
 * Returns `unknown` with `insecure_url` for a payment page without https, unless the sandbox is in use: everybody on the
 * buyer's network could read and replace such a page. The page may be on any host (RES-URL).
 */
export function refuseInsecurePaymentPage(
  outcome: SaleOutcome,
  { sandbox }: { readonly sandbox: boolean },
): SaleOutcome {
  if (outcome.outcome !== "redirect" || sandbox || new URL(outcome.url).protocol === "https:") return outcome;
  return { outcome: "unknown", reason: "insecure_url" };
}
