import type { JobScheduler } from "./clock/job-scheduler.ts";
import type { JobStore } from "./clock/job-store.ts";
import type { SandboxClock } from "./clock/sandbox-clock.ts";
import type { TimeSource } from "./clock/time-source.ts";
import type { ResolvedOptions } from "./options.ts";
import type { FaultRules } from "./orders/fault-rules.ts";
import type { OrderStore } from "./orders/order-store.ts";
import type { SqliteDataFile } from "./orders/sqlite-data-file.ts";
import type { QuirkSettings } from "./quirks/quirk-settings.ts";
import type { OwnAddressChecker } from "./server/own-address-checker.ts";

/** What every service of the gateway uses: its options, its clock, its orders and its settings. */
export interface GatewayCore extends Omit<ResolvedOptions, "data" | "clock" | "frozen" | "quirks"> {
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
}
