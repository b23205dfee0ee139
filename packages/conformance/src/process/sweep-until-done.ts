import { setTimeout as pause } from "node:timers/promises";
import type { Gateway } from "@pay-index/core";

/** Milliseconds that a job of another timer gets. A killed process leaves a lease behind, and nobody ends its job. */
const patience = 3000;
const pollMilliseconds = 50;

/**
 * Sweeps until nothing is due, and waits for the jobs that the host's own timer began a moment before. Otherwise the test would move its
 * clock while such a job runs.
 *
 * @param countLeases returns the number of jobs whose lease ends after an instant (ISO 8601, UTC)
 */
export async function sweepUntilDone(
  gateway: Pick<Gateway, "sweep">,
  countLeases: (now: string) => Promise<number>,
): Promise<void> {
  for (let waited = 0; ; waited += pollMilliseconds) {
    const { payments, jobs } = await gateway.sweep();
    if (payments + jobs > 0) continue;
    if (waited >= patience || (await countLeases(new Date().toISOString())) === 0) return;
    await pause(pollMilliseconds);
  }
}
