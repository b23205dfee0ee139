import type { JobStore } from "./job-store.ts";
import type { ClockSetting, SandboxClock } from "./sandbox-clock.ts";
import type { TimeSource } from "./time-source.ts";

export interface JobSchedulerDependencies {
  readonly jobs: JobStore;
  readonly clock: SandboxClock;
  /** The clock for timers. */
  readonly base: TimeSource;
  /** Stores the new clock setting before the clock moves, so that the clock is never earlier after a restart. */
  readonly keep: (setting: ClockSetting) => void;
  /** Receives the error if a job could not run. The scheduler tries the job again. */
  readonly trouble: (error: unknown) => void;
}
