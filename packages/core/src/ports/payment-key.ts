import { PayIndexError } from "../errors.ts";
import type { PaymentKey } from "./store.ts";

/**
 * Of what a caller hands in: a repeated field of a query or form comes as a list. Trimmed as `start` trims.
 *
 * @throws PayIndexError `sale_invalid`
 */
export function readPaymentKey(key: { readonly reference: string; readonly tenant?: string }): PaymentKey {
  const reference: unknown = key?.reference;
  const tenant: unknown = key?.tenant ?? "default";
  if (typeof reference === "string" && typeof tenant === "string")
    return { tenant, reference: reference.trim() };
  throw new PayIndexError("sale_invalid", "Sales are found by a reference and a tenant, which are texts.");
}
