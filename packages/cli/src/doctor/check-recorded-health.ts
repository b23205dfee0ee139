import { type GatewayHealth, type HealthProblem, isPayIndexError } from "@pay-index/core";
import type { GatewayForCommands } from "../config/define-config.ts";
import { maskedErrorText } from "../output/masking.ts";
import { databaseFinding } from "./check-database.ts";
import type { Finding } from "./finding.ts";

/** Checks what the shop recorded: its sweeps, waiting work, and refused notifications. */
export async function checkRecordedHealth(gateway: GatewayForCommands): Promise<Finding[]> {
  try {
    const health = await gateway.health();
    return health.problems.flatMap((problem) => findingsOf[problem](health));
  } catch (error) {
    if (isPayIndexError(error)) return [databaseFinding(error)];
    const found = `gateway.health() failed: ${maskedErrorText(error)}`;
    const advice = "Return from open() the gateway that createPayIndex returns.";
    return [{ code: "shop_not_opened", found, advice }];
  }
}

/** A total map: a new problem does not compile without its finding. */
const findingsOf: Readonly<Record<HealthProblem, (health: GatewayHealth) => Finding[]>> = {
  "sweep-late": ({ lastSweepAt }) => [
    {
      code: "scheduler_late",
      found:
        lastSweepAt === undefined
          ? "No sweep has ended yet, so nothing that failed is tried again."
          : `The last sweep ended at ${lastSweepAt}, more than 15 minutes ago, so nothing that failed is tried again.`,
      advice:
        "Start the shop. If tickEvery is 0, call sweep() from a scheduled task. On Vendure and Medusa, check that the worker runs.",
    },
  ],
  "jobs-overdue": ({ overdueJobs: { count, hasMore, oldestAt } }) => [
    {
      code: "jobs_overdue",
      found: `${count}${hasMore ? " or more" : ""} jobs wait although they were due more than 5 minutes ago, the oldest since ${oldestAt}.`,
      advice: "Check the log of the shop: its order code or its database fails, or no sweep runs.",
    },
  ],
  "notifications-refused": ({ refusals, notVerified }) => [
    {
      code: "notifications_refused",
      found: `Notifications were refused after the last one that was accepted: ${refusals.map(({ code, at }) => `${code} at ${at}`).join(", ")}.${notVerified === undefined ? "" : ` ${notVerified}`}`,
      advice:
        "See “Replies to notifications” in the reference. For mismatch, correct the key or signRules: the next sweep applies what was stored. pay-index verify explains a single notification.",
    },
  ],
  "no-answers": () => [
    {
      code: "no_answers",
      found: "The last three sales got no clear answer from the gateway.",
      advice: "Check the option gateway, the status page of the gateway, and the network of the server.",
    },
  ],
  "no-notifications": ({ notifyUrl }) => [
    {
      code: "no_notifications",
      found: "Three sales succeeded, and no notification has arrived since.",
      advice: `Check that the gateway can reach ${notifyUrl}.`,
    },
  ],
  "start-warnings": ({ startWarnings }) =>
    startWarnings
      // doctor reads it from the options.
      .filter(({ code }) => code !== "sandbox_option")
      .map(({ code, message }) => ({
        code: "start_warning",
        found: `The host reported ${code}: ${message}`,
        advice: "Do what the message says.",
      })),
};
