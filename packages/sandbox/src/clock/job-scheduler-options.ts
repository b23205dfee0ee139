import type { Clock } from "./clock.ts";
import type { JobStore } from "./job-store.ts";
import type { ClockSetting, SandboxClock } from "./sandbox-clock.ts";

export interface JobSchedulerDependencies {
  readonly jobs: JobStore;
  readonly clock: SandboxClock;
  /** For timers. */
  readonly base: Clock;
  /** Keeps where the clock is before it gets there: no restart finds it further back. */
  readonly keep: (setting: ClockSetting) => void;
  /** Told when a job could not be run; it is tried again. */
  readonly trouble: (error: unknown) => void;
}
