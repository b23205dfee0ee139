import type { JobScheduler } from "./clock/job-scheduler.ts";
import type { JobStore } from "./clock/job-store.ts";
import type { SandboxClock } from "./clock/sandbox-clock.ts";
import type { TimeSource } from "./clock/time-source.ts";
import type { EventBroadcaster } from "./control/event-broadcaster.ts";
import type { RejectedSales } from "./control/rejected-sales.ts";
import type { DisputeWebhooks } from "./disputes/dispute-webhooks.ts";
import type { NotificationReorder } from "./notifier/notification-reorder.ts";
import type { ResolvedOptions } from "./options.ts";
import type { DeliveryWatch } from "./orders/delivery-watch.ts";
import type { FaultRules } from "./orders/fault-rules.ts";
import type { OrderStore } from "./orders/order-store.ts";
import type { SqliteDataFile } from "./orders/sqlite-data-file.ts";
import type { QuirkSettings } from "./quirks/quirk-settings.ts";
import type { OwnAddressChecker } from "./server/own-address-checker.ts";

/** The gateway behind its routes: its options, its clock, its orders and its settings. */
export interface GatewayCore extends Omit<ResolvedOptions, "data" | "clock" | "frozen" | "quirks"> {
  /** Returns the address of this gateway. */
  readonly url: () => string;
  readonly data: SqliteDataFile;
  readonly clock: SandboxClock;
  /** The clock for timers and for the time around a response. */
  readonly base: TimeSource;
  readonly orderStore: OrderStore;
  readonly jobs: JobStore;
  readonly schedule: JobScheduler;
  readonly faults: FaultRules;
  readonly quirks: QuirkSettings;
  readonly own: OwnAddressChecker;
  readonly webhooks: DisputeWebhooks;
  readonly refusals: RejectedSales;
  readonly swaps: NotificationReorder;
  readonly watch: DeliveryWatch;
  readonly events: EventBroadcaster;
  /** Milliseconds between the response and the first notification of the next order that gets an outcome. */
  readonly nextOffset: () => number;
}
