import { type FileHandle, open } from "node:fs/promises";
import type { Money, StatementDifference, StatementFinding, StatementRow } from "@pay-index/core";
import { checkReconcileRequest, minorToAmountText } from "@pay-index/core/adapter";
import { usageError } from "../command-error.ts";
import type { GatewayForCommands, PayIndexConfig } from "../config/define-config.ts";
import { type OpenShopOptions, runWithShop } from "../config/open-shop.ts";
import type { CommandResult } from "../output/command-result.ts";
import { maskOutput } from "../output/masking.ts";
import { createProgressBar, type ProgressBar } from "../output/progress-bar.ts";
import type { OutputStyle } from "../output/write-result.ts";
import { readStatement, type StatementLine, type UnreadableLine } from "../statement/read-statement.ts";
import { readStatementFormat, type StatementFormatOptions } from "../statement/statement-format.ts";
import { runUntilInterrupt } from "./listen-for-interrupt.ts";

/** The options of `pay-index reconcile --statement`. */
export interface ReconcileStatementOptions extends OpenShopOptions, StatementFormatOptions {
  readonly statement: string;
  readonly from: string;
  readonly to: string;
  readonly openReviewItems?: boolean;
  /** The file that gets every difference. */
  readonly differences?: string;
  readonly tenant?: readonly string[];
  readonly after?: string;
}

/** The highest number of differences and of unreadable lines that the result names, so that it stays small. */
const mostNamed = 1000;

/** What the file has. */
interface Content {
  rows: number;
  skipped: number;
  /** By kind and currency: the sum in minor units, to compare with the back office. */
  readonly totals: Map<string, { kind: StatementRow["kind"]; currency: string; rows: number; minor: bigint }>;
  unreadable: number;
  readonly firstUnreadable: UnreadableLine[];
}

/** What the comparison found. */
interface Comparison {
  readonly counts: Record<"agrees" | StatementFinding, number>;
  readonly named: StatementDifference[];
  opened: number;
}

/**
 * Compares a statement of the gateway's back office with the stored payments. Reads the file twice: first to see that all of it can be
 * read, so that a file that is cut off changes nothing.
 */
export async function reconcileStatement(
  options: ReconcileStatementOptions,
  style: OutputStyle,
): Promise<CommandResult> {
  const { from, to } = options;
  if (options.tenant !== undefined || options.after !== undefined)
    throw usageError("--tenant and --after do not go with --statement. A statement names its merchants.");
  checkReconcileRequest({ from, to });
  return runWithShop(options, async ({ gateway }, config) => {
    const lines = readLines(options, config);
    const progress = createProgressBar(style);
    return runUntilInterrupt(progress, "interrupted. Run it again: nothing is opened twice.", async () => {
      const content = await readContent(lines, progress);
      const comparison = await compare(gateway, options, { lines, content, progress });
      return toResult(content, comparison, options);
    });
  });
}

type ReadLines = () => AsyncGenerator<StatementLine>;

function readLines(options: ReconcileStatementOptions, config: PayIndexConfig): ReadLines {
  const format = readStatementFormat(options, config.statement);
  const { timeZone = config.options.timeZone ?? "UTC" } = format;
  const period = { from: new Date(options.from), before: new Date(options.to) };
  return () => readStatement(options.statement, { format, timeZone, period });
}

async function readContent(lines: ReadLines, progress: ProgressBar): Promise<Content> {
  const content: Content = { rows: 0, skipped: 0, totals: new Map(), unreadable: 0, firstUnreadable: [] };
  for await (const line of lines()) {
    if ("skipped" in line) content.skipped += 1;
    else if ("problem" in line) {
      content.unreadable += 1;
      if (content.firstUnreadable.length < mostNamed) content.firstUnreadable.push(line);
    } else addRow(content, line.row);
    const read = content.rows + content.skipped + content.unreadable;
    if (read % 1000 === 0) progress.show(0, 1, `reading line ${read}`);
  }
  return content;
}

function addRow(content: Content, { kind, amount: { minor, currency } }: StatementRow): void {
  content.rows += 1;
  const key = `${kind} ${currency}`;
  const total = content.totals.get(key) ?? { kind, currency, rows: 0, minor: 0n };
  total.rows += 1;
  total.minor += BigInt(minor);
  content.totals.set(key, total);
}

interface ReadContent {
  readonly lines: ReadLines;
  readonly content: Content;
  readonly progress: ProgressBar;
}

/** Opens review items only if every line was read: otherwise what an unreadable line has would seem to be missing. */
async function compare(
  gateway: GatewayForCommands,
  { from, to, openReviewItems, differences: path }: ReconcileStatementOptions,
  { lines, content, progress }: ReadContent,
): Promise<Comparison> {
  const counts = { agrees: 0, differs: 0, "missing-here": 0, "missing-there": 0, repeated: 0 };
  const comparison: Comparison = { counts, named: [], opened: 0 };
  const file = path === undefined ? undefined : await openOutput(path);
  try {
    const parts = gateway.compareStatement({
      rows: rowsOf(lines()),
      from: new Date(from),
      before: new Date(to),
      openReviewItems: openReviewItems === true && content.unreadable === 0,
    });
    for await (const { rows, agrees, differences } of parts) {
      counts.agrees += agrees;
      for (const difference of differences) addDifference(comparison, difference);
      await file?.appendFile(differences.map((each) => `${maskOutput(JSON.stringify(each))}\n`).join(""));
      progress.show(rows, content.rows, `${rows} compared`);
    }
  } finally {
    await file?.close();
  }
  return comparison;
}

async function openOutput(path: string): Promise<FileHandle> {
  try {
    return await open(path, "w");
  } catch {
    throw usageError("--differences must name a file that can be written.");
  }
}

async function* rowsOf(lines: AsyncGenerator<StatementLine>): AsyncGenerator<StatementRow> {
  for await (const line of lines) if ("row" in line) yield line.row;
}

function addDifference(comparison: Comparison, difference: StatementDifference): void {
  comparison.counts[difference.finding] += 1;
  if (difference.reviewItem?.isNew === true) comparison.opened += 1;
  if (comparison.named.length < mostNamed) comparison.named.push(difference);
}

function toResult(
  { rows, skipped, unreadable, firstUnreadable, totals }: Content,
  { counts, named, opened }: Comparison,
  { openReviewItems = false }: ReconcileStatementOptions,
): CommandResult {
  const { agrees, ...different } = counts;
  const differences = Object.values(different).reduce((sum, count) => sum + count, 0);
  const isFine = differences === 0 && unreadable === 0;
  const sums = [...totals.values()].map(({ kind, currency, rows: count, minor }) => ({
    ...{ kind, currency, rows: count },
    amount: minorToAmountText(minor, currency),
  }));
  return {
    exitCode: isFine ? 0 : 1,
    data: {
      ...{ rows, skipped, totals: sums, counts, openedReviewItems: opened },
      unreadable: { count: unreadable, lines: firstUnreadable },
      differences: named,
    },
    lines: [
      ...firstUnreadable.map(({ line, problem }) => `unreadable: line ${line}: ${problem}`),
      ...named.map(describeDifference),
      ...(named.length < differences ? ["More differences were found. --differences FILE writes all."] : []),
      ...sums.map(({ kind, currency, rows: count, amount }) => `${count} rows ${kind}: ${amount} ${currency}`),
      `${rows} rows, ${skipped} skipped, ${unreadable} unreadable: ${agrees} agree, ${counts.differs} differ, ${counts["missing-here"]} missing here, ${counts["missing-there"]} missing there, ${counts.repeated} repeated.`,
      ...(openReviewItems ? [describeItems(opened, unreadable)] : []),
    ],
  };
}

function describeItems(opened: number, unreadable: number): string {
  if (unreadable === 0) return `${opened} review items were opened.`;
  return "No review item was opened, because lines cannot be read. Correct the file or the flags, and run it again.";
}

function describeDifference(difference: StatementDifference): string {
  const { finding, reason, kind, line, attemptId, transactionId, refundId, reference } = difference;
  const { reported, recorded, state, isCertain, reviewItem } = difference;
  const parts = [
    ...(refundId === undefined ? [] : [`refund ${refundId}`]),
    ...(transactionId === undefined ? [] : [`transaction ${transactionId}`]),
    ...(attemptId === undefined ? [] : [`attempt ${attemptId}`]),
    ...(reference === undefined ? [] : [`order ${reference}`]),
    ...(reported === undefined ? [] : [`the statement has ${amountText(reported)}`]),
    ...(recorded === undefined ? [] : [`the shop has ${amountText(recorded)}`]),
    ...(state === undefined ? [] : [`the attempt is ${state}`]),
    ...(isCertain ? [] : ["it can be in the statement before or after"]),
    ...(reviewItem === undefined ? [] : [`review item ${reviewItem.kind}`]),
  ];
  const where = line === undefined ? "" : ` line ${line}:`;
  return `${finding}:${where} ${kind} (${reason}): ${parts.join(", ")}`;
}

function amountText({ minor, currency }: Money): string {
  return `${minorToAmountText(minor, currency)} ${currency}`;
}
