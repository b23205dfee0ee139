import type { JobScheduler } from "../clock/job-scheduler.ts";
import type { JobStore } from "../clock/job-store.ts";
import type { SandboxClock } from "../clock/sandbox-clock.ts";
import type { Fault } from "../faults/fault.ts";
import type { FaultRules } from "../orders/fault-rules.ts";
import type { OrderStore } from "../orders/order-store.ts";
import type { QuirkSettings } from "../quirks/quirk-settings.ts";
import type { OwnAddressChecker } from "../server/own-address-checker.ts";

export interface NotifierDependencies {
  readonly orderStore: OrderStore;
  readonly schedule: JobScheduler;
  readonly jobs: JobStore;
  readonly clock: SandboxClock;
  readonly faults: FaultRules;
  readonly quirks: QuirkSettings;
  readonly own: OwnAddressChecker;
  /** Milliseconds between the deliveries of a notification. */
  readonly retryGaps: readonly number[];
  /** Milliseconds for one delivery. */
  readonly deliveryTimeout: number;
}

export interface EnqueueOptions {
  /** Milliseconds since 1970. */
  readonly due: number;
  /** Whether the message waits until it is released. */
  readonly held?: boolean;
  /** The faults of this message only. */
  readonly faults?: readonly Fault[];
  /** Whether there is only one delivery. */
  readonly once?: boolean;
}
