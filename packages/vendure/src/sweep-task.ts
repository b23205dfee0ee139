import { ScheduledTask } from "@vendure/core";
import { defaultSweepSchedule } from "./options.ts";
import { PayIndexService } from "./pay-index-service.ts";

/**
 * Creates the task that runs the sweep. Vendure's scheduler runs it in one process at a time. With core's leases,
 * several processes could run it.
 */
export function createSweepTask(schedule = defaultSweepSchedule): ScheduledTask {
  return new ScheduledTask({
    id: "pay-index-sweep",
    description:
      "Takes up payments that were left undone: notifications not judged, orders not placed, refunds not booked",
    schedule,
    execute: ({ injector }) => injector.get(PayIndexService).gateway.sweep(),
  });
}
