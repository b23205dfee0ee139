import { PayIndexError } from "../errors.ts";
import type { PaymentKey } from "./store.ts";

/**
 * Checks the reference and tenant that a caller passes: a repeated field of a query is a list. Trims the reference as
 * `start` does.
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
