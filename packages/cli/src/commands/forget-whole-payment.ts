import type { ForgetResult } from "@pay-index/core";
import { usageError } from "../command-error.ts";
import { type OpenShopOptions, runWithShop } from "../config/open-shop.ts";
import type { CommandResult } from "../output/command-result.ts";

/** The options of `pay-index forget`. */
export interface ForgetOptions extends OpenShopOptions {
  readonly tenant?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Deletes everything that is stored about a payment, or lists what would be deleted. */
export function forgetWholePayment(reference: string, options: ForgetOptions): Promise<CommandResult> {
  const { tenant = "default", dryRun = false, yes = false } = options;
  if (dryRun === yes)
    throw usageError(
      "Use --dry-run to see what would be deleted, or --yes to delete it. Nothing brings it back.",
    );
  if (reference.trim() === "")
    throw usageError("Name the reference: the shop's own id of the order or cart.");
  return runWithShop(options, async ({ gateway }) => {
    const result = await gateway.forget({ reference, tenant, dryRun });
    const isFine = result.outcome === "forgotten" || result.outcome === "dry-run";
    return {
      exitCode: isFine ? 0 : 1,
      // A reference that nobody knows can be a key.
      data: { ...(result.outcome === "not-found" ? {} : { reference, tenant }), ...result },
      lines: describeResult(result),
    };
  });
}

function describeResult({ outcome, refusals, records }: ForgetResult): string[] {
  const counts = [
    `  attempts: ${records.attempts}`,
    `  cycles of subscriptions: ${records.cycles}`,
    `  payment links: ${records.links}`,
    `  transactions: ${records.transactions}`,
    `  notifications: ${records.notifications}`,
    `  jobs: ${records.jobs}`,
    `  review items: ${records.reviewItems}`,
  ];
  switch (outcome) {
    case "forgotten":
      return ["Deleted:", ...counts];
    case "dry-run":
      return ["Nothing was deleted. With --yes, this would be deleted:", ...counts];
    case "not-found":
      return ["Nothing is stored about this reference and tenant."];
    case "refused":
      return ["Nothing was deleted:", ...refusals.map(({ code, message }) => `  ${code}: ${message}`)];
  }
}
