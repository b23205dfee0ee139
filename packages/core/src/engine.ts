import type { EventHandler } from "./events.ts";
import type { RefusalEventLimiter } from "./limit-refusal-events.ts";
import type { Merchant, Settings } from "./options.ts";
import { type Attempt, merchantTenantOf } from "./payment/attempt.ts";
import type { Platform } from "./platform.ts";
import type { OrderPort } from "./ports/orders.ts";
import type { Pages } from "./ports/pages.ts";
import type { PaymentStore } from "./ports/store.ts";
import type { SignStrength } from "./protocol/signature/notification-sign.ts";
import type { InstallationSecrets } from "./store/installation-secrets.ts";

export { wrapStoreErrors } from "./store/wrap-store-errors.ts";

/** Everything the ledger's verbs work with. */
export interface Engine<Tx = never> {
  readonly settings: Settings;
  readonly platform: Platform;
  readonly store: PaymentStore<Tx>;
  readonly host: OrderPort<Tx>;
  readonly pages: Pages;
  readonly secrets: InstallationSecrets;
  /** The greatest strength that this process has remembered, by merchant. */
  readonly strengths: Map<string, SignStrength>;
  readonly observe: EventHandler;
  readonly refusals: RefusalEventLimiter;
  /** Aborted when the gateway is closed: what pauses then does not wait any longer. */
  readonly closing: AbortSignal;
}

export function attemptIds(payment: Pick<Attempt, "tenant" | "reference" | "orderNumber">) {
  const { tenant, reference, orderNumber } = payment;
  return { tenant, reference, orderNumber };
}

/** The payment's own merchant, which is frozen on it: an id may move to another variant, but not to another merchant. */
export function merchantOf(
  settings: Settings,
  payment: Pick<Attempt, "tenant" | "merchantTenant" | "merchantId">,
): Merchant | undefined {
  const owner = merchantTenantOf(payment);
  return settings.merchants.find(({ id, tenant }) => id === payment.merchantId && tenant === owner);
}
