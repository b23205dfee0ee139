import { PayIndexError } from "../errors.ts";
import { eventError, type Observe } from "../observe.ts";
import type { Merchant, Settings } from "../options.ts";
import type { Payment } from "../payment/payment.ts";
import type { Platform } from "../platform.ts";
import type { LedgerHost } from "./host.ts";
import type { Pages } from "./pages.ts";
import type { RefusalReports } from "./refusal-reports.ts";
import type { LedgerStore } from "./store.ts";

/** Everything the ledger's verbs work with. */
export interface Ledger<Tx = never> {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly store: LedgerStore<Tx>;
  readonly host: LedgerHost<Tx>;
  readonly pages: Pages;
  readonly observe: Observe;
  readonly refusals: RefusalReports;
  /** Aborted when the gateway is closed: what pauses then does not wait any longer. */
  readonly closing: AbortSignal;
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
