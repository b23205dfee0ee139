import type { ForgetRefusal, ForgetResult } from "@pay-index/core";
import { z } from "zod";
import { usageError } from "../command-error.ts";
import { type OpenShopOptions, runWithShop } from "../config/open-shop.ts";
import { requireKnownTenants } from "../input/require-known-tenants.ts";
import type { CommandResult } from "../output/command-result.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import type { OutputStyle } from "../output/write-result.ts";
import { runUntilInterrupt } from "./run-until-interrupt.ts";

/** The options of `pay-index forget`. */
export interface ForgetOptions extends OpenShopOptions {
  readonly tenant?: string;
  readonly before?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** Deletes everything that is stored about a payment, or about all old payments, or lists what would be deleted. */
export function forget(
  reference: string | undefined,
  options: ForgetOptions,
  style: OutputStyle,
): Promise<CommandResult> {
  const { before, dryRun = false, yes = false } = options;
  if (dryRun === yes)
    throw usageError(
      "Use --dry-run to see what would be deleted, or --yes to delete it. Nothing brings it back.",
    );
  if ((reference === undefined) === (before === undefined))
    throw usageError("Name either a reference, or with --before the instant before which payments are old.");
  return before === undefined
    ? forgetWholePayment(reference ?? "", options)
    : forgetOldPayments(readInstant(before), options, style);
}

function readInstant(text: string): Date {
  // Date alone reads the 31st of February as the 2nd of March.
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return new Date(text);
  throw usageError("--before must be an instant with a time zone, such as 2024-01-01T00:00:00Z.");
}

function forgetWholePayment(reference: string, options: ForgetOptions): Promise<CommandResult> {
  const { tenant = "default", dryRun = false } = options;
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
      return ["Nothing was deleted:", ...refusals.map(describeRefusal)];
  }
}

function describeRefusal({ code, message }: ForgetRefusal): string {
  return `  ${code}: ${message}`;
}

/** The result contains only so many refused payments, so that it stays small. */
const mostRefused = 100;

function forgetOldPayments(before: Date, options: ForgetOptions, style: OutputStyle): Promise<CommandResult> {
  const { tenant, dryRun = false } = options;
  return runWithShop(options, async ({ gateway }, config) => {
    const tenants = tenant === undefined ? undefined : [tenant];
    await requireKnownTenants(tenants ?? [], gateway, config.options);
    const counts = { forgotten: 0, refused: 0 };
    const refused: { tenant: string; reference: string; refusals: readonly ForgetRefusal[] }[] = [];
    const progress = createProgressBar(style);
    await runUntilInterrupt(progress, "interrupted. Run it again for the rest.", async () => {
      for await (const payment of gateway.forgetOldPayments({ before, tenants, dryRun })) {
        const { tenant, reference, outcome, refusals } = payment;
        counts[outcome === "refused" ? "refused" : "forgotten"] += 1;
        if (outcome === "refused" && refused.length < mostRefused)
          refused.push({ tenant, reference, refusals });
        const done = counts.forgotten + counts.refused;
        progress.show(done, done, `${done} payments`);
      }
    });
    return {
      exitCode: counts.refused > 0 ? 1 : 0,
      data: { before: before.toISOString(), tenant: tenant ?? null, dryRun, counts, refused },
      lines: [
        ...refused.flatMap(({ reference, refusals }) => [
          `Payment ${reference} was not deleted:`,
          ...refusals.map(describeRefusal),
        ]),
        `${counts.forgotten} payments ${dryRun ? "would be deleted with --yes" : "were deleted"}, ${counts.refused} refused.`,
      ],
    };
  });
}
