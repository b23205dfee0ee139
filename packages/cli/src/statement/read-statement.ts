import { fromAmountText, isPayIndexError, type StatementRow } from "@pay-index/core";
import { instantOfLocalTime } from "@pay-index/core/adapter";
import { CommandError } from "../command-error.ts";
import { type Cell, readTable, type TableRow } from "./read-table.ts";
import type { CheckedFormat, StatementColumn } from "./statement-format.ts";

/** A line of a statement: a row, one that does not count, or one that cannot be read. */
export type StatementLine = StatementRow | "ignored" | UnreadableLine;

/** A line that cannot be read. */
export interface UnreadableLine {
  readonly line: number;
  /** What is wrong, and what to do. It contains no cell. */
  readonly problem: string;
}

interface Reader {
  readonly format: CheckedFormat;
  readonly timeZone: string;
  /** `before` is not in it. */
  readonly period: { readonly from: Date; readonly before: Date };
}

/** What is wrong with one line. */
class LineProblem extends Error {}

/** The lines in front of the titles that are looked at: back offices put the period and the merchant there. */
const mostLinesBeforeTitles = 30;

/**
 * Reads a statement, line by line.
 *
 * @throws CommandError `statement_unreadable`, `statement_columns`
 */
export async function* readStatement(file: string, reader: Reader): AsyncGenerator<StatementLine> {
  let columns: Columns | undefined;
  let first: TableRow | undefined;
  let looked = 0;
  for await (const row of readTable(file, reader.format)) {
    if (columns !== undefined) {
      yield readLine(row, columns, reader);
      continue;
    }
    first ??= row;
    columns = findColumns(row, reader.format);
    if (columns === undefined && ++looked === mostLinesBeforeTitles) break;
  }
  if (columns === undefined) throw missingColumns(first, reader.format);
}

interface Columns {
  readonly count: number;
  readonly indexes: ReadonlyMap<StatementColumn, number>;
}

function titlesOf({ columns }: CheckedFormat): readonly string[] {
  return Object.values(columns).filter((title) => title !== undefined);
}

/** Returns undefined if the row is not the row of titles. */
function findColumns({ cells }: TableRow, format: CheckedFormat): Columns | undefined {
  const titles = cells.map((cell) => String(cell).trim());
  if (!titlesOf(format).every((title) => titles.includes(title))) return undefined;
  const entries = Object.entries(format.columns) as [StatementColumn, string | undefined][];
  const indexes = entries.map(([name, title = ""]) => [name, titles.indexOf(title)] as const);
  return { count: titles.length, indexes: new Map(indexes) };
}

function missingColumns(first: TableRow | undefined, format: CheckedFormat): CommandError {
  if (first === undefined)
    return new CommandError("statement_unreadable", "The statement is empty. Export it again.");
  const found = first.cells.map((cell) => String(cell).trim());
  const missing = titlesOf(format).filter((title) => !found.includes(title));
  return new CommandError(
    "statement_columns",
    `The statement has no row with the titles ${missing.join(", ")}. Its first row has: ${found.slice(0, 30).join(", ").slice(0, 500)}. Correct --column, or --format delimiter=MARK and encoding=NAME.`,
  );
}

function readLine(row: TableRow, columns: Columns, reader: Reader): StatementLine {
  try {
    return readRow(row, columns, reader) ?? "ignored";
  } catch (error) {
    if (error instanceof LineProblem) return { line: row.line, problem: error.message };
    throw error;
  }
}

function readRow(
  { line, cells }: TableRow,
  { count, indexes }: Columns,
  reader: Reader,
): StatementRow | undefined {
  // Excel leaves out empty cells at the end of a row.
  if (cells.length < count && Math.max(...indexes.values()) >= cells.length)
    throw new LineProblem(
      `It has ${cells.length} of ${count} columns. If it is the last row, the file is cut off: export it again.`,
    );
  const cell = (name: StatementColumn) => cells[indexes.get(name) ?? -1];
  const { amount, isNegative } = readAmount(cell("amount"), cell("currency"), reader.format);
  const kind = readKind(cell("kind"), isNegative, reader.format);
  if (kind === "ignore") return undefined;
  const [attemptId, transactionId] = [readId(cell("orderId")), readId(cell("transactionId"))];
  if (attemptId === undefined && transactionId === undefined)
    throw new LineProblem("It has no order ID and no transaction ID. If it is a total, remove the line.");
  return {
    ...{ line, kind, amount, attemptId, transactionId },
    ...{ refundId: readId(cell("refundId")), merchantId: readId(cell("merchantId")) },
    at: readTime(cell("time"), reader),
  };
}

/** Back offices put a mark in front of long numbers, so that Excel does not round them: `'123`, `\`123`, `="123"`. */
function textOf(cell: Cell | undefined): string {
  if (cell === undefined || cell instanceof Date) return "";
  const text = String(cell).trim();
  const [, quoted] = /^="([^"]*)"$/.exec(text) ?? [];
  return (quoted ?? text.replace(/^['`]/, "")).trim();
}

function readId(cell: Cell | undefined): string | undefined {
  const text = textOf(cell);
  if (text === "") return undefined;
  if (typeof cell === "number" ? Math.abs(cell) >= 1e15 : /^\d(?:[.,]\d+)?E\+\d+$/i.test(text))
    throw new LineProblem(
      "Excel has rounded an ID. Export the file again with its IDs as text, and do not save it in Excel.",
    );
  if (text.startsWith("=")) throw formula();
  if (/^[\x21-\x7E]{1,100}$/.test(text)) return text;
  throw new LineProblem("An ID has a space or another unusual character. Correct --column.");
}

function formula(): LineProblem {
  return new LineProblem("It contains a formula. Export values instead.");
}

function readAmount(cell: Cell | undefined, currencyCell: Cell | undefined, format: CheckedFormat) {
  const currency = textOf(currencyCell).toUpperCase() || format.currency;
  if (currency === undefined)
    throw new LineProblem("It has no currency. Add --column currency=TITLE or --format currency=CODE.");
  const text = amountText(cell, format);
  try {
    return { amount: fromAmountText(text.replace(/^-/, ""), currency), isNegative: text.startsWith("-") };
  } catch (error) {
    if (!isPayIndexError(error, "money_invalid")) throw error;
    throw new LineProblem(
      "Its amount or currency cannot be read. Check the column, the decimals of the currency, and --format decimalMark.",
    );
  }
}

/** Excel stores numbers with more digits than it displays: 15 of them are exact. */
function amountText(cell: Cell | undefined, { decimalMark }: CheckedFormat): string {
  if (typeof cell === "number") return String(Number(cell.toPrecision(15)));
  const text = textOf(cell).replace(/^\((.*)\)$/, "-$1");
  if (text.startsWith("=")) throw formula();
  const group = decimalMark === "." ? "," : ".";
  const [whole = "", ...decimals] = text.split(decimalMark);
  // 1,234 can be a thousand or one. 1,234.50 is clear.
  const isUnclear = decimals.length === 0 || !/^-?\d{1,3}(?:[.,]\d{3})+$/.test(whole);
  if (text.includes(group) && isUnclear)
    throw new LineProblem(
      `The mark ${group} in its amount can mean thousands or decimals. Set --format decimalMark, or export amounts without thousands marks.`,
    );
  return [whole.replaceAll(group, ""), ...decimals].join(".");
}

function readKind(cell: Cell | undefined, isNegative: boolean, { columns, kinds = {} }: CheckedFormat) {
  if (columns.kind === undefined) return isNegative ? "refund" : "sale";
  const text = textOf(cell);
  const kind =
    kinds[text] ?? (["sale", "refund", "chargeback"] as const).find((name) => name === text.toLowerCase());
  if (kind === undefined)
    throw new LineProblem("Its kind is not known. Add its value to statement.kinds of the configuration.");
  if (kind !== "sale" || !isNegative) return kind;
  throw new LineProblem("A sale has a negative amount. Correct statement.kinds of the configuration.");
}

const usualTime =
  /^(?<yyyy>\d{4})[-/]?(?<MM>\d{2})[-/]?(?<dd>\d{2})(?:[T ]?(?<HH>\d{2}):?(?<mm>\d{2})(?::?(?<ss>\d{2}))?)?(?:\.\d+)?(?<zone>Z|[+-]\d{2}:?\d{2})?$/;

function readTime(cell: Cell | undefined, { format, timeZone, period }: Reader): Date | undefined {
  if (format.columns.time === undefined) return undefined;
  const isLocal = cell instanceof Date;
  const text = isLocal ? cell.toISOString().slice(0, 19) : textOf(cell);
  const pattern = isLocal || format.timeFormat === undefined ? usualTime : patternOf(format.timeFormat);
  const { yyyy, MM, dd, HH = "0", mm = "0", ss = "0", zone } = pattern.exec(text)?.groups ?? {};
  const time = { year: Number(yyyy), month: Number(MM), day: Number(dd) };
  const local = { ...time, hour: Number(HH), minute: Number(mm), second: Number(ss) };
  const at = zone === undefined ? instantOfLocalTime(local, timeZone) : new Date(text);
  if (at === undefined || Number.isNaN(at.getTime()))
    throw new LineProblem("Its time cannot be read. Set --format timeFormat, such as dd.MM.yyyy HH:mm.");
  if (at >= period.from && at < period.before) return at;
  throw new LineProblem("It is outside of the period. Check --from, --to and --format timeZone.");
}

function patternOf(timeFormat: string): RegExp {
  const escaped = timeFormat.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(
    `^${escaped.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => `(?<${part}>\\d{${part.length}})`)}$`,
  );
}
