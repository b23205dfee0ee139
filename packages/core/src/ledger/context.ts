import type { Observe } from "../observe.ts";
import type { Merchant, Settings } from "../options.ts";
import { merchantTenantOf, type Payment } from "../payment/payment.ts";
import type { Platform } from "../platform.ts";
import type { SignStrength } from "../signature/notification-sign.ts";
import type { LedgerHost } from "./host.ts";
import type { InstallationSecrets } from "./installation-secrets.ts";
import type { Pages } from "./pages.ts";
import type { RefusalReports } from "./refusal-reports.ts";
import type { LedgerStore } from "./store.ts";

export { stored } from "./stored.ts";

/** Everything the ledger's verbs work with. */
export interface Ledger<Tx = never> {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly store: LedgerStore<Tx>;
  readonly host: LedgerHost<Tx>;
  readonly pages: Pages;
  readonly secrets: InstallationSecrets;
  /** The greatest strength that this process has remembered, by merchant. */
  readonly strengths: Map<string, SignStrength>;
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
  payment: Pick<Payment, "tenant" | "merchantTenant" | "merchantId">,
): Merchant | undefined {
  const owner = merchantTenantOf(payment);
  return settings.merchants.find(({ id, tenant }) => id === payment.merchantId && tenant === owner);
}
