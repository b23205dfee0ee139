import { PayIndexError } from "../errors.ts";
import { eventError, type Observe, type PayIndexEvent } from "../observe.ts";
import type { Merchant, Settings } from "../options.ts";
import type { Payment } from "../payment/payment.ts";
import type { Platform } from "../platform.ts";
import type { LedgerHost } from "./host.ts";
import type { LedgerStore } from "./store.ts";

/** Everything the ledger's verbs work with. */
export interface Ledger<Tx = never> {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly store: LedgerStore<Tx>;
  readonly host: LedgerHost<Tx>;
  readonly pages: Pages;
  readonly observe: Observe;
}

/** Where the shop's own pages are. Addresses, absolute or from the shop's root. */
export interface Pages {
  /** The page of the order, which asks the ledger for its state. */
  orderPage(about: { reference: string; tenant: string; state: Payment["state"] }): string;
  /** Where a buyer can try again; by default the order page. */
  retryPage?(about: { reference: string; tenant: string; state: Payment["state"] }): string;
}

/** A shop's observer must not be able to break a payment. */
export function safely(observe: Observe | undefined): Observe {
  return (event: PayIndexEvent) => {
    try {
      observe?.(event);
    } catch {
      // Its trouble is its own.
    }
  };
}

export function about(payment: Pick<Payment, "tenant" | "reference" | "orderNumber">) {
  const { tenant, reference, orderNumber } = payment;
  return { tenant, reference, orderNumber };
}

/** The payment's own merchant, which is frozen on it: an id may move to another variant, but not to another merchant. */
export function merchantOf(
  settings: Settings,
  payment: Pick<Payment, "tenant" | "merchantId">,
): Merchant | undefined {
  return settings.merchants.find(({ id, tenant }) => id === payment.merchantId && tenant === payment.tenant);
}

/** @throws PayIndexError `store_unavailable` when the store fails */
export async function stored<Result>(what: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof PayIndexError) throw cause;
    throw new PayIndexError(
      "store_unavailable",
      `The store could not ${what}: ${eventError(cause).message}`,
      { cause },
    );
  }
}
