import { ScheduledTask } from "@vendure/core";
import { defaultSweepSchedule } from "./options.ts";
import { PayIndexService } from "./pay-index-service.ts";
import { RefundSubmitter } from "./refund/refund-submitter.ts";

/**
 * Creates the task that runs the sweep. Vendure's scheduler runs it in one process at a time. With core's leases,
 * several processes could run it.
 */
export function createSweepTask(schedule = defaultSweepSchedule): ScheduledTask {
  return new ScheduledTask({
    id: "pay-index-sweep",
    description:
      "Continues payments that are not finished: notifications to process, orders to place, refunds to send and to add",
    schedule,
    execute: async ({ injector }) => {
      await injector.get(RefundSubmitter).submitAll();
      return injector.get(PayIndexService).gateway.sweep();
    },
  });
}
