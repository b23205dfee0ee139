import { isPayIndexError, type ReconciledAttempt, type ReconcileFinding } from "@pay-index/core";
import { checkReconcileRequest } from "@pay-index/core/adapter";
import type { GatewayForCommands } from "../config/define-config.ts";
import { type OpenShopOptions, runWithShop } from "../config/open-shop.ts";
import { requireKnownTenants } from "../input/require-known-tenants.ts";
import type { CommandResult } from "../output/command-result.ts";
import { maskedErrorText } from "../output/masking.ts";
import { createProgressBar, type ProgressBar } from "../output/progress-bar.ts";
import type { OutputStyle } from "../output/write-result.ts";
import { runWithInterruptSignal } from "./run-until-interrupt.ts";

/** The options of `pay-index reconcile`. */
export interface ReconcileOptions extends OpenShopOptions {
  readonly from: string;
  readonly to: string;
  readonly tenant?: readonly string[];
  readonly after?: string;
}

type Counts = Record<ReconcileFinding, number>;

/** What a run found. It contains only the attempts that do not agree, so that it stays small. */
interface RunReport {
  readonly counts: Counts;
  readonly differences: ReconciledAttempt[];
  /** The tenants that were asked about. Undefined: all. */
  readonly tenants: readonly string[] | undefined;
  /** The last attempt that was asked about. */
  after: string | undefined;
  /** Why the run ended early. */
  stopped: string | undefined;
}

/** Asks the gateway about every attempt of a period. Ctrl-C stops it, and `--after` continues it. */
export async function reconcile(options: ReconcileOptions, style: OutputStyle): Promise<CommandResult> {
  const { from, to, tenant, after } = options;
  checkReconcileRequest({ from, to, tenants: tenant, after });
  return runWithShop(options, async ({ gateway }, config) => {
    await requireKnownTenants(tenant ?? [], gateway, config.options);
    const report: RunReport = {
      counts: { agrees: 0, updated: 0, differs: 0, unanswered: 0 },
      differences: [],
      tenants: options.tenant,
      after: options.after,
      stopped: undefined,
    };
    const progress = createProgressBar(style);
    await runWithInterruptSignal(progress, (signal) => run(gateway, options, { report, progress, signal }));
    return toResult(report);
  });
}

interface Run {
  readonly report: RunReport;
  readonly progress: ProgressBar;
  readonly signal: AbortSignal;
}

async function run(
  gateway: GatewayForCommands,
  options: ReconcileOptions,
  { report, progress, signal }: Run,
): Promise<void> {
  const { from, to, tenant, after } = options;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  try {
    for await (const asked of gateway.reconcile({ from, to, tenants: tenant, after, signal })) {
      record(report, asked);
      const done = end - Date.parse(asked.startedAt);
      progress.show(
        done,
        end - start,
        `${askedCount(report)} asked, ${report.differences.length} to look at`,
      );
    }
    if (signal.aborted) report.stopped = "It was interrupted.";
  } catch (error) {
    // What was found until then is worth more than the error alone.
    if (askedCount(report) === 0 && !isPayIndexError(error, "gateway_silent")) throw error;
    report.stopped = maskedErrorText(error);
  }
}

function record(report: RunReport, asked: ReconciledAttempt): void {
  report.counts[asked.finding] += 1;
  if (asked.finding !== "agrees") report.differences.push(asked);
  report.after = asked.attemptId;
}

function askedCount({ counts }: RunReport): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function toResult(report: RunReport): CommandResult {
  const { counts, differences, tenants, after, stopped } = report;
  const isDifferent = counts.updated + counts.differs + counts.unanswered > 0;
  return {
    exitCode: isDifferent || stopped !== undefined ? 1 : 0,
    data: {
      tenants: tenants ?? null,
      counts,
      attempts: differences,
      stopped: stopped ?? null,
      after: after ?? null,
    },
    lines: [
      ...differences.map(describeAttempt),
      `${askedCount(report)} attempts${tenants === undefined ? "" : ` of ${tenants.join(", ")}`}: ${counts.agrees} agree, ${counts.updated} updated, ${counts.differs} differ, ${counts.unanswered} unanswered.`,
      ...(stopped === undefined
        ? []
        : [stopped, after === undefined ? "Start again later." : `To continue, add --after ${after}`]),
    ],
  };
}

function describeAttempt({
  attemptId,
  reference,
  finding,
  before,
  state,
  result,
  reviewKinds,
}: ReconciledAttempt): string {
  const change = before === state ? `the shop has ${state}` : `the shop had ${before}, and has ${state} now`;
  const answer =
    result.outcome === "reported" ? `the gateway says ${result.state}` : `the answer is ${result.outcome}`;
  const open = reviewKinds.length === 0 ? "" : `. Open review items: ${reviewKinds.join(", ")}`;
  return `${finding}: attempt ${attemptId} of order ${reference}: ${answer}, ${change}${open}`;
}
