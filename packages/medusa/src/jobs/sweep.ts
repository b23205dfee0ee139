import type { MedusaContainer } from "@medusajs/framework/types";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { sweepSchedule } from "../sweep-schedule.ts";

/** Takes up what was left undone: notifications not judged, orders not placed, refunds not booked. Any number of processes may do it at once. */
export default function sweep(container: MedusaContainer): Promise<void> {
  return resolvePayIndex(container).gateway.tick();
}

export const config = { name: "pay-index-sweep", schedule: sweepSchedule };
