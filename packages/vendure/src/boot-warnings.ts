import { type ConfigService, defaultConfig } from "@vendure/core";

/** What does not work in how this shop was set up, and what mends it. Each begins with its code. */
export function bootWarnings(config: ConfigService): string[] {
  return hasScheduler(config) ? [] : [noScheduler];
}

const noScheduler =
  "scheduler_missing: This shop has no scheduler, so nothing takes up what was left undone: notifications not judged, orders paid and not placed. Add DefaultSchedulerPlugin.init() to the plugins.";

/** The one that Vendure has by itself runs nothing. */
function hasScheduler({ schedulerOptions }: ConfigService): boolean {
  const { schedulerStrategy } = schedulerOptions;
  const idle = defaultConfig.schedulerOptions.schedulerStrategy;
  return schedulerStrategy !== undefined && schedulerStrategy.constructor !== idle?.constructor;
}
