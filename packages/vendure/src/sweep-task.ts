import { ScheduledTask } from "@vendure/core";
import { defaultSweepSchedule } from "./options.ts";
import { PayIndexService } from "./pay-index-service.ts";

/**
 * Takes up what was left undone. Vendure's scheduler runs it on one process at a time; the engine's leases would allow for many.
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
