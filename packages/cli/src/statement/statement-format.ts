import { decimalsOf } from "@pay-index/core";
import { isTimeZone, problemsOfSchemaIssues, z } from "@pay-index/core/adapter";
import { usageError } from "../command-error.ts";

const title = () => z.string().optional();

const formatSchema = z.strictObject({
  /** The title of each column in the file. */
  columns: z
    .strictObject({
      /** The gateway order ID. This or `transactionId` is required. */
      orderId: title(),
      transactionId: title(),
      refundId: title(),
      merchantId: title(),
      amount: z.string("is required: --column amount=TITLE"),
      currency: title(),
      kind: title(),
      time: title(),
    })
    .refine(({ orderId, transactionId }) => orderId !== undefined || transactionId !== undefined, {
      path: ["orderId"],
      message: "is required, or transactionId: --column orderId=TITLE",
    }),
  /** What each value of the column `kind` means. Without the column, a negative amount is a refund, and every other row a sale. */
  kinds: z.record(z.string(), z.enum(["sale", "refund", "chargeback", "ignore"])).optional(),
  /** Default: `utf-8`. */
  encoding: z.enum(["utf-8", "gb18030"], "must be utf-8 or gb18030").default("utf-8"),
  /** Default: the mark that is most frequent at the start of the file. */
  delimiter: z.string().optional(),
  /** Default: `.` */
  decimalMark: z.enum([".", ","], "must be . or ,").default("."),
  /** The currency of every row, if no column has it. */
  currency: z
    .string()
    .refine((code) => decimalsOf(code) !== undefined, "must be an ISO 4217 code, such as USD")
    .optional(),
  /** The time zone of times without an offset. Default: the option `timeZone`. */
  timeZone: z.string().refine(isTimeZone, "must be an IANA time zone, such as Asia/Shanghai").optional(),
  /** How times are written, such as `dd.MM.yyyy HH:mm`. Default: `yyyy-MM-dd HH:mm:ss` and its usual spellings. */
  timeFormat: z.string().optional(),
});

/** How a statement is written. */
export type StatementFormat = z.input<typeof formatSchema>;
/** How a statement is written, with the defaults. */
export type CheckedFormat = z.output<typeof formatSchema>;
/** A column of a statement that the command reads. */
export type StatementColumn = keyof CheckedFormat["columns"];

/** The flags that describe a statement. Each is `name=value` and can be repeated. */
export interface StatementFormatOptions {
  readonly column?: readonly string[];
  readonly format?: readonly string[];
}

/** Returns the format of the configuration, changed by the flags. @throws CommandError `usage` */
export function readStatementFormat(
  { column, format }: StatementFormatOptions,
  saved: StatementFormat | undefined,
): CheckedFormat {
  const columns = { ...saved?.columns, ...readPairs("--column", column) };
  const checked = formatSchema.safeParse({ ...saved, ...readPairs("--format", format), columns });
  if (checked.success) return checked.data;
  const problems = problemsOfSchemaIssues(checked.error.issues);
  const list = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw usageError(`The format of the statement is not complete: ${list}. See --help.`);
}

function readPairs(flag: string, values: readonly string[] = []): Readonly<Record<string, string>> {
  const pairs = values.map((text) => /^([^=]+)=(.+)$/.exec(text)?.slice(1) ?? []);
  if (pairs.some(({ length }) => length === 0)) throw usageError(`${flag} must be name=value.`);
  return Object.fromEntries(pairs);
}
