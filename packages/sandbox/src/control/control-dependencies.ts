import type { JobScheduler } from "../clock/job-scheduler.ts";
import type { JobStore } from "../clock/job-store.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { DisputeSender } from "../disputes/dispute-sender.ts";
import type { DisputeWebhooks } from "../disputes/dispute-webhooks.ts";
import type { Notifier } from "../notifier/notifier.ts";
import type { DeliveryWatch } from "../orders/delivery-watch.ts";
import type { FaultRules } from "../orders/fault-rules.ts";
import type { OrderStore } from "../orders/order-store.ts";
import type { OrderOutcomes } from "../outcomes/order-outcomes.ts";
import type { QuirkSettings } from "../quirks/quirk-settings.ts";
import type { Refunds } from "../refunds/refunds.ts";
import type { EventBroadcaster } from "./event-broadcaster.ts";
import type { RejectedSales } from "./rejected-sales.ts";

/** The parts of the gateway that the control uses. */
export interface ControlDependencies {
  readonly orderStore: OrderStore;
  readonly clock: SandboxClock;
  readonly schedule: JobScheduler;
  readonly jobs: JobStore;
  readonly outcomes: OrderOutcomes;
  readonly refunds: Refunds;
  readonly disputes: DisputeSender;
  readonly webhooks: DisputeWebhooks;
  readonly notifier: Notifier;
  readonly faults: FaultRules;
  readonly quirks: QuirkSettings;
  readonly refusals: RejectedSales;
  readonly watch: DeliveryWatch;
  readonly events: EventBroadcaster;
  /** Milliseconds between the tries of a notification. */
  readonly retryGaps: readonly number[];
}
