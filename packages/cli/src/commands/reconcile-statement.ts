import type { StatementDifference, StatementFinding, StatementRow } from "@pay-index/core";
import { checkReconcileRequest, minorToAmountText } from "@pay-index/core/adapter";
import { CommandError, usageError } from "../command-error.ts";
import { type OpenShopOptions, runWithShop } from "../config/open-shop.ts";
import type { CommandResult } from "../output/command-result.ts";
import { createProgressBar, type ProgressBar } from "../output/progress-bar.ts";
import type { OutputStyle } from "../output/write-result.ts";
import { readStatement, type StatementLine, type UnreadableLine } from "../statement/read-statement.ts";
import { readStatementFormat, type StatementFormatOptions } from "../statement/statement-format.ts";
import { runUntilInterrupt } from "./run-until-interrupt.ts";

/** The options of `pay-index reconcile --statement`. */
export interface ReconcileStatementOptions extends OpenShopOptions, StatementFormatOptions {
  readonly statement: string;
  readonly from: string;
  readonly to: string;
  readonly openReviewItems?: boolean;
  readonly tenant?: readonly string[];
  readonly after?: string;
}

/** The highest number of differences and of unreadable lines that the result names, so that it stays small. */
const mostNamed = 1000;

/** What the file has. */
interface Content {
  rows: number;
  ignored: number;
  unreadable: number;
  readonly firstUnreadable: UnreadableLine[];
  /** By kind and currency: the sum in minor units, to compare with the back office. */
  readonly totals: Map<
    string,
    { readonly kind: StatementRow["kind"]; readonly currency: string; minor: bigint }
  >;
}

/** What the comparison found. */
interface Comparison {
  readonly counts: Record<"agrees" | StatementFinding, number>;
  readonly differences: StatementDifference[];
  openedReviewItems: number;
}

/**
 * Compares a statement of the gateway's back office with the stored payments. Reads the file twice: first to see that all of it can be
 * read, so that a file that is cut off changes nothing.
 */
export async function reconcileStatement(
  options: ReconcileStatementOptions,
  style: OutputStyle,
): Promise<CommandResult> {
  const { statement, from, to, tenant, after, openReviewItems = false } = options;
  if (tenant !== undefined || after !== undefined)
    throw usageError("--tenant and --after do not go with --statement. A statement names its merchants.");
  checkReconcileRequest({ from, to });
  const period = { from: new Date(from), before: new Date(to) };
  return runWithShop(options, async ({ gateway }, config) => {
    const format = readStatementFormat(options, config.statement);
    const { timeZone = config.options.timeZone ?? "UTC" } = format;
    const readLines = () => readStatement(statement, { format, timeZone, period });
    const progress = createProgressBar(style);
    return runUntilInterrupt(progress, "interrupted. Run it again: nothing is opened twice.", async () => {
      const content = await readContent(readLines(), progress);
      if (content.rows === 0) throw emptyStatement(content);
      // What an unreadable line has would seem to be missing.
      const opens = openReviewItems && content.unreadable === 0;
      const parts = gateway.compareStatement({
        rows: rowsOf(readLines()),
        ...period,
        openReviewItems: opens,
      });
      const comparison: Comparison = {
        counts: { agrees: 0, differs: 0, "missing-here": 0, "missing-there": 0, repeated: 0 },
        differences: [],
        openedReviewItems: 0,
      };
      for await (const { rows, agrees, differences } of parts) {
        comparison.counts.agrees += agrees;
        for (const difference of differences) addDifference(comparison, difference);
        progress.show(rows, content.rows, `${rows} compared`);
      }
      return toResult(content, comparison, openReviewItems);
    });
  });
}

function emptyStatement({ ignored, firstUnreadable: [first] }: Content): CommandError {
  const reason =
    first === undefined
      ? `It has no row to compare, and ${ignored} that kinds ignores. Export it again.`
      : `No line can be read. Line ${first.line}: ${first.problem}`;
  return new CommandError("statement_unreadable", `The statement cannot be read. ${reason}`);
}

async function readContent(lines: AsyncIterable<StatementLine>, progress: ProgressBar): Promise<Content> {
  const content: Content = { rows: 0, ignored: 0, unreadable: 0, firstUnreadable: [], totals: new Map() };
  const { totals, firstUnreadable } = content;
  for await (const line of lines) {
    if (line === "ignored") content.ignored += 1;
    else if ("problem" in line) {
      content.unreadable += 1;
      if (firstUnreadable.length < mostNamed) firstUnreadable.push(line);
    } else {
      const { kind, amount } = line;
      const { currency } = amount;
      const total = totals.get(`${kind} ${currency}`) ?? { kind, currency, minor: 0n };
      total.minor += BigInt(amount.minor);
      totals.set(`${kind} ${currency}`, total);
      content.rows += 1;
      if (content.rows % 1000 === 0) progress.show(0, content.rows, `${content.rows} read`);
    }
  }
  return content;
}

async function* rowsOf(lines: AsyncIterable<StatementLine>): AsyncGenerator<StatementRow> {
  for await (const line of lines) if (line !== "ignored" && "kind" in line) yield line;
}

function addDifference(comparison: Comparison, difference: StatementDifference): void {
  comparison.counts[difference.finding] += 1;
  if (difference.reviewItem?.isNew === true) comparison.openedReviewItems += 1;
  if (comparison.differences.length < mostNamed) comparison.differences.push(difference);
}

function toResult(
  { rows, ignored, unreadable, firstUnreadable, totals: sums }: Content,
  { counts, differences, openedReviewItems }: Comparison,
  opensReviewItems: boolean,
): CommandResult {
  const totals = [...sums.values()].map(({ kind, currency, minor }) => {
    return { kind, currency, amount: minorToAmountText(minor, currency) };
  });
  const items =
    unreadable === 0
      ? `${openedReviewItems} review items were opened.`
      : "No review item was opened, because lines cannot be read. Correct the file or the flags, and run it again.";
  return {
    exitCode: differences.length === 0 && unreadable === 0 ? 0 : 1,
    data: {
      ...{ rows, ignored, totals, counts, openedReviewItems, differences },
      unreadable: { count: unreadable, lines: firstUnreadable },
    },
    lines: [
      ...firstUnreadable.map(({ line, problem }) => `unreadable: line ${line}: ${problem}`),
      ...differences.map(describeDifference),
      ...totals.map(({ kind, currency, amount }) => `Total of ${kind}: ${amount} ${currency}`),
      `${rows} rows, ${unreadable} unreadable: ${counts.agrees} agree, ${counts.differs} differ, ${counts["missing-here"]} missing here, ${counts["missing-there"]} missing there, ${counts.repeated} repeated.`,
      ...(opensReviewItems ? [items] : []),
    ],
  };
}

function describeDifference(difference: StatementDifference): string {
  const { finding, reason, kind, line, attemptId, transactionId, refundId, reference } = difference;
  const { amount, recorded, state, isCertain, reviewItem } = difference;
  const named = { refund: refundId, transaction: transactionId, attempt: attemptId, order: reference, state };
  const parts = Object.entries({ ...named, "review item": reviewItem?.kind }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  const amounts = [amount, recorded].flatMap((each) =>
    each === undefined ? [] : [`${minorToAmountText(each.minor, each.currency)} ${each.currency}`],
  );
  const where = line === undefined ? "" : ` line ${line}:`;
  const hint = isCertain ? "" : ". It can be in the statement before or after";
  return `${finding}:${where} ${kind} of ${amounts.join(", in the shop ")}, ${reason}: ${parts.join(", ")}${hint}`;
}
