import type { MedusaContainer } from "@medusajs/framework/types";
import { resolvePayIndex } from "../resolve-pay-index.ts";
import { sweepSchedule } from "../sweep-schedule.ts";

/**
 * Processes pending notifications, places pending orders and syncs pending refunds. Any number of processes can run it
 * at the same time.
 */
export default function sweep(container: MedusaContainer): Promise<void> {
  return resolvePayIndex(container).gateway.tick();
}

export const config = { name: "pay-index-sweep", schedule: sweepSchedule };
