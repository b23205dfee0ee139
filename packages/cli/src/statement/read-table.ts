import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { type CsvError, parse } from "csv-parse";
import { CommandError } from "../command-error.ts";
import type { CheckedFormat } from "./statement-format.ts";

/** A cell. Only Excel has numbers and times: a `Date` has its local time as UTC. */
export type Cell = string | number | Date;

/** One row of a table. */
export interface TableRow {
  /** The line of the file, or the row of the sheet. */
  readonly line: number;
  readonly cells: readonly Cell[];
}

type Format = Pick<CheckedFormat, "encoding" | "delimiter">;

/**
 * Reads the rows of a CSV file or of the first sheet of an Excel file, as a stream.
 *
 * @throws CommandError `statement_unreadable`
 */
export async function* readTable(file: string, format: Format): AsyncGenerator<TableRow> {
  const start = await readStart(file);
  if (start.startsWith("PK\u0003\u0004")) yield* readExcel(file);
  else if (start.startsWith("\u00D0\u00CF\u0011\u00E0"))
    throw unreadable("It is an Excel file of the old format .xls. Save it as .xlsx or CSV.");
  else if (/^(?:\u00FF\u00FE|\u00FE\u00FF)/.test(start))
    throw unreadable("It is in UTF-16. Export it as CSV in UTF-8, or as .xlsx.");
  else yield* readCsv(file, format, start);
}

async function readStart(file: string): Promise<string> {
  let start = "";
  try {
    for await (const chunk of createReadStream(file, { end: 65_535, encoding: "latin1" })) start += chunk;
  } catch {
    // The argument can be a key that was written in the wrong place.
    throw unreadable("--statement must name a file that can be read.");
  }
  return start;
}

async function* readCsv(
  file: string,
  { encoding, delimiter }: Format,
  start: string,
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter: delimiter ?? likelyDelimiter(start),
    info: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    maxRecordSize: 100_000,
  });
  // The loop below reports the error.
  pipeline(Readable.from(decode(file, encoding)), parser, () => undefined);
  try {
    for await (const { record, info } of parser) yield { line: info.lines, cells: record };
  } catch (error) {
    throw error instanceof CommandError ? error : csvError(error as CsvError);
  }
}

/** Titles contain none of these marks in most files, so the most frequent one of the first lines separates them. */
function likelyDelimiter(start: string): string {
  const count = (mark: string) => start.split(mark).length;
  return [",", ";", "\t", "|"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

async function* decode(file: string, encoding: Format["encoding"]): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let lines = 1;
  try {
    for await (const chunk of createReadStream(file)) {
      const text = decoder.decode(chunk, { stream: true });
      lines += text.split("\n").length - 1;
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const other = encoding === "utf-8" ? "gb18030" : "utf-8";
    throw unreadable(
      `It is not in ${encoding}, after line ${lines}. Add --format encoding=${other}, or export the file again.`,
    );
  }
}

function csvError({ code, message }: Partial<CsvError>): CommandError {
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return unreadable("A quoted cell does not end, so the file is cut off. Export it again.");
  if (code === "CSV_MAX_RECORD_SIZE")
    return unreadable("A row is longer than 100,000 characters. A quote does not end, or it is no CSV file.");
  // The message of the parser can contain cells.
  const [, line] = / line (\d+)/.exec(message ?? "") ?? [];
  const where = line === undefined ? "" : ` at line ${line}`;
  return unreadable(`It is not valid CSV${where}. Correct its quotes, or set --format delimiter=MARK.`);
}

/** Bytes. Excel writes the texts of a sheet into one table, which has to be in memory as a whole: that of 200,000 rows took 450 MB. */
const largestExcelFile = 5_000_000;

async function* readExcel(file: string): AsyncGenerator<TableRow> {
  if ((await stat(file)).size > largestExcelFile)
    throw unreadable("The Excel file is larger than 5 MB, which needs too much memory. Export it as CSV.");
  const { streamXlsxRows } = await import("hucre/xlsx");
  try {
    const bytes = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
    for await (const { index, values } of streamXlsxRows(bytes))
      yield { line: index + 1, cells: values.map(toCell) };
  } catch {
    throw unreadable("The Excel file is cut off or damaged, or has a password. Export it again.");
  }
}

function toCell(value: unknown): Cell {
  if (typeof value === "number" || value instanceof Date) return value;
  return value === null || value === undefined ? "" : String(value);
}

function unreadable(message: string): CommandError {
  return new CommandError("statement_unreadable", `The statement cannot be read. ${message}`);
}
