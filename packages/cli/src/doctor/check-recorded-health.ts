import { type GatewayHealth, type HealthProblem, isPayIndexError } from "@pay-index/core";
import type { GatewayForCommands } from "../config/define-config.ts";
import { maskedErrorText } from "../output/masking.ts";
import { databaseFinding } from "./check-database.ts";
import { type Finding, finding } from "./finding.ts";

/** Checks what the shop recorded: its sweeps, waiting work, and refused notifications. */
export async function checkRecordedHealth(gateway: GatewayForCommands): Promise<Finding[]> {
  try {
    const health = await gateway.health();
    return health.problems.flatMap((problem) => findingsOf[problem](health));
  } catch (error) {
    if (isPayIndexError(error)) return [databaseFinding(error)];
    const found = `gateway.health() failed: ${maskedErrorText(error)}`;
    const advice = "Return from open() the gateway that createPayIndex returns.";
    return [finding("shop_not_opened", found, { advice })];
  }
}

/** A total map: a new problem does not compile without its finding. */
const findingsOf: Readonly<Record<HealthProblem, (health: GatewayHealth) => Finding[]>> = {
  "sweep-late": ({ lastSweepAt }) => {
    const last =
      lastSweepAt === undefined
        ? "No sweep has ended yet"
        : `The last sweep ended at ${lastSweepAt}, more than 15 minutes ago`;
    return [finding("scheduler_late", `${last}, so nothing that failed is tried again.`)];
  },
  "jobs-overdue": ({ overdueJobs: { count, hasMore, oldestAt } }) => {
    const jobs = `${count}${hasMore ? " or more" : ""} jobs`;
    const found = `${jobs} wait although they were due more than 5 minutes ago, the oldest since ${oldestAt}.`;
    return [finding("jobs_overdue", found)];
  },
  "notifications-refused": ({ refusals, notVerified }) => {
    const list = refusals.map(({ code, at }) => `${code} at ${at}`).join(", ");
    const found = `Notifications were refused after the last one that was accepted: ${list}.`;
    return [finding("notifications_refused", notVerified === undefined ? found : `${found} ${notVerified}`)];
  },
  "no-answers": () => [finding("no_answers", "The last three sales got no clear answer from the gateway.")],
  "no-notifications": ({ notifyUrl }) => [
    finding("no_notifications", "Three sales succeeded, and no notification has arrived since.", {
      advice: `Check that the gateway can reach ${notifyUrl}.`,
    }),
  ],
  "start-warnings": ({ startWarnings }) =>
    startWarnings
      // doctor reads it from the options.
      .filter(({ code }) => code !== "sandbox_option")
      .map(({ code, message }) => finding("start_warning", `The host reported ${code}: ${message}`)),
};
