import type { EventHandler } from "./events/pay-index-event.ts";
import type { QueryBudget } from "./limits/query-budget.ts";
import type { UnknownWebhookAddressLimit } from "./limits/unknown-webhook-address-limit.ts";
import type { FindMerchant, ListMerchants } from "./merchants/find-merchant.ts";
import type { VerificationWatch } from "./merchants/verification-watch.ts";
import type { AlertSettings } from "./options/alerts-schema.ts";
import type { Settings } from "./options/settings.ts";
import type { AlertText, StoredAlert } from "./payment/alert.ts";
import type { Platform, RunInBackground } from "./platform.ts";
import type { OrderPort } from "./ports/orders.ts";
import type { Pages } from "./ports/pages.ts";
import type { PaymentStore } from "./ports/store.ts";
import type { Telemetry } from "./ports/telemetry.ts";
import type { SignStrength } from "./protocol/signature/notification-sign.ts";
import type { RefusalEventLimiter } from "./refusal-event-limiter.ts";
import type { InstallationSecrets } from "./store/installation-secrets.ts";
import type { LastActivityRecorder } from "./store/last-activity-recorder.ts";

/** The argument of every module above: settings, clock, store, and ports of the host. */
export interface EngineContext<Tx = never> {
  readonly settings: Settings;
  readonly findMerchant: FindMerchant;
  readonly listMerchants: ListMerchants;
  readonly platform: Platform;
  readonly store: PaymentStore<Tx>;
  readonly orders: OrderPort<Tx>;
  readonly pages: Pages;
  readonly secrets: InstallationSecrets;
  /** The greatest strength that this process has remembered, by merchant. */
  readonly strengths: Map<string, SignStrength>;
  /** When this process last verified all quarantined notifications again: milliseconds since 1970. Undefined: not yet. */
  readonly quarantineLook: { at?: number };
  /** The merchants of which this process knows whether their notifications verify. */
  readonly verifying: VerificationWatch;
  readonly emit: EventHandler;
  /** Writes an alert for staff. The texts for staff are in a module above. */
  readonly alertText: (
    alert: StoredAlert,
    settings: Pick<AlertSettings, "locale" | "staffUrl">,
  ) => Promise<AlertText>;
  /** Undefined: the shop has no traces and metrics. */
  readonly telemetry: Telemetry | undefined;
  readonly activities: LastActivityRecorder;
  readonly refusals: RefusalEventLimiter;
  readonly unknownAddresses: UnknownWebhookAddressLimit;
  /** Limits the queries of this process. */
  readonly queries: QueryBudget;
  /** Runs work that goes on after the reply. Closing the gateway waits for it. */
  readonly runInBackground: RunInBackground;
  /** Aborted when the gateway is closed: a function that pauses then stops waiting. */
  readonly closing: AbortSignal;
}
