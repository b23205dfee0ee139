import type { SetupWarning } from "@pay-index/core";
import { type ConfigService, defaultConfig } from "@vendure/core";

/** Returns a warning if Vendure runs no scheduled task. */
export function findSchedulerWarnings(config: ConfigService): SetupWarning[] {
  return hasScheduler(config) ? [] : [noSchedulerWarning];
}

const noSchedulerWarning: SetupWarning = {
  code: "scheduler_missing",
  message:
    "This shop has no scheduler, so the plugin retries nothing: interrupted notifications and orders that could not be placed stay as they are. Add DefaultSchedulerPlugin.init() to the plugins.",
};

/** Vendure's default scheduler strategy runs no task. */
function hasScheduler({ schedulerOptions }: ConfigService): boolean {
  const { schedulerStrategy } = schedulerOptions;
  const idle = defaultConfig.schedulerOptions.schedulerStrategy;
  return schedulerStrategy !== undefined && schedulerStrategy.constructor !== idle?.constructor;
}
