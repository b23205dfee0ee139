import type { Plan } from "@pay-index/core";
import { type ConfigService, defaultConfig, type TransactionalConnection } from "@vendure/core";
import { unknownPlans } from "./subscription/unknown-plans.ts";

/** What does not work in how this shop was set up, and what mends it. Each begins with its code. */
export async function bootWarnings(
  config: ConfigService,
  connection: Pick<TransactionalConnection, "rawConnection">,
  plans: ReadonlyMap<string, Plan>,
): Promise<string[]> {
  return [...(hasScheduler(config) ? [] : [noScheduler]), ...(await plansUnknown(connection, plans))];
}

/** Whether it can be told or not, the shop starts: what is wrong concerns the goods that carry them alone. */
async function plansUnknown(...about: Parameters<typeof unknownPlans>): Promise<string[]> {
  try {
    const unknown = await unknownPlans(...about);
    if (unknown.length === 0) return [];
    return [
      `plans_unknown: Product variants carry plans that are not among the options: ${unknown.join(", ")}. Nobody can buy them. Put the plans back, or choose others for these variants.`,
    ];
  } catch (error) {
    return [`plans_unread: Which plans the product variants carry could not be read: ${error}`];
  }
}

const noScheduler =
  "scheduler_missing: This shop has no scheduler, so nothing takes up what was left undone: notifications not judged, orders paid and not placed. Add DefaultSchedulerPlugin.init() to the plugins.";

/** The one that Vendure has by itself runs nothing. */
function hasScheduler({ schedulerOptions }: ConfigService): boolean {
  const { schedulerStrategy } = schedulerOptions;
  const idle = defaultConfig.schedulerOptions.schedulerStrategy;
  return schedulerStrategy !== undefined && schedulerStrategy.constructor !== idle?.constructor;
}
