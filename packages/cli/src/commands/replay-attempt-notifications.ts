import { isPayIndexError } from "@pay-index/core";
import { CommandError } from "../command-error.ts";
import { type OpenShopOptions, runWithShop } from "../config/open-shop.ts";
import { type OperatorOptions, readOperator } from "../input/read-operator.ts";
import type { CommandResult } from "../output/command-result.ts";

/** The options of `pay-index replay`. */
export interface ReplayOptions extends OpenShopOptions, OperatorOptions {}

/** Processes the stored notifications of an attempt again. */
export function replayAttemptNotifications(
  attemptId: string,
  options: ReplayOptions,
): Promise<CommandResult> {
  const operator = readOperator(options);
  return runWithShop(options, async ({ gateway }) => {
    const result = await gateway.replay({ attemptId, operator }).catch(explainUnknownAttempt);
    const { processed, verified, quarantined, before, state } = result;
    return {
      exitCode: quarantined === 0 ? 0 : 1,
      data: { attemptId, ...result },
      lines: [
        `Pending notifications that were processed: ${processed}`,
        `Quarantined notifications that verify now: ${verified}`,
        `Notifications that still do not verify: ${quarantined}`,
        before === state
          ? `The attempt is ${state}, as before.`
          : `The attempt was ${before}, and is ${state} now.`,
        ...(quarantined === 0
          ? []
          : ["What to do: compare the key and the option signRules with the gateway, then replay again."]),
      ],
    };
  });
}

function explainUnknownAttempt(error: unknown): never {
  if (!isPayIndexError(error, "attempt_unknown")) throw error;
  throw new CommandError(
    "attempt_unknown",
    "No attempt has this gateway order ID. See pay-index review list, or the page of the order.",
  );
}
