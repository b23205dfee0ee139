import { decimalsOf } from "@pay-index/core";
import { problemsOfSchemaIssues, z } from "@pay-index/core/adapter";
import { usageError } from "../command-error.ts";

/** The columns of a statement that the command reads. */
export const statementColumns = [
  "orderId",
  "transactionId",
  "refundId",
  "merchantId",
  "amount",
  "currency",
  "kind",
  "time",
] as const;

/** A column of a statement that the command reads. */
export type StatementColumn = (typeof statementColumns)[number];

const kinds = ["sale", "refund", "chargeback", "ignore"] as const;

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format() !== "";
  } catch {
    return false;
  }
};

const formatSchema = z.strictObject({
  /** The title of each column in the file. Required: `amount`, and `orderId` or `transactionId`. */
  columns: z
    .strictObject({
      orderId: z.string().optional(),
      transactionId: z.string().optional(),
      refundId: z.string().optional(),
      merchantId: z.string().optional(),
      amount: z.string("is required: --column amount=TITLE"),
      currency: z.string().optional(),
      kind: z.string().optional(),
      time: z.string().optional(),
    })
    .refine(({ orderId, transactionId }) => orderId !== undefined || transactionId !== undefined, {
      path: ["orderId"],
      message: "is required, or transactionId: --column orderId=TITLE",
    }),
  /** What each value of the column `kind` means. Without the column, a negative amount is a refund, and every other row a sale. */
  kinds: z.record(z.string(), z.enum(kinds)).default({}),
  /** By the title of a column: the values of the rows that count. Other rows are skipped, such as failed payments. */
  only: z.record(z.string(), z.array(z.string()).readonly()).default({}),
  /** Default: `utf-8`. */
  encoding: z.enum(["utf-8", "gb18030"], "must be utf-8 or gb18030").default("utf-8"),
  /** Default: what the first line suggests. */
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
  timeFormat: z
    .string()
    .refine((text) => ["yyyy", "MM", "dd"].every((part) => text.includes(part)), "must have yyyy, MM and dd")
    .optional(),
});

/** How a statement is written. */
export type StatementFormat = z.input<typeof formatSchema>;
/** How a statement is written, with the defaults. */
export type CheckedFormat = z.output<typeof formatSchema>;

/** The flags that describe a statement. Each is `name=value` and can be repeated. */
export interface StatementFormatOptions {
  readonly column?: readonly string[];
  readonly kind?: readonly string[];
  readonly only?: readonly string[];
  readonly format?: readonly string[];
}

/**
 * Returns the format of the configuration, changed by the flags.
 *
 * @throws CommandError `usage`
 */
export function readStatementFormat(
  flags: StatementFormatOptions,
  saved: StatementFormat | undefined,
): CheckedFormat {
  const only: Record<string, readonly string[]> = {};
  for (const [title, value] of pairs("--only", flags.only)) only[title] = [...(only[title] ?? []), value];
  const given = {
    ...saved,
    ...Object.fromEntries(pairs("--format", flags.format)),
    columns: { ...saved?.columns, ...Object.fromEntries(pairs("--column", flags.column)) },
    kinds: { ...saved?.kinds, ...Object.fromEntries(pairs("--kind", flags.kind)) },
    only: { ...saved?.only, ...only },
  };
  const checked = formatSchema.safeParse(given);
  if (checked.success) return checked.data;
  const problems = problemsOfSchemaIssues(checked.error.issues);
  const list = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw usageError(`The format of the statement is not complete: ${list}. See --help.`);
}

function pairs(flag: string, values: readonly string[] = []): readonly (readonly [string, string])[] {
  return values.map((text) => {
    const at = text.indexOf("=");
    if (at < 1 || at === text.length - 1) throw usageError(`${flag} must be name=value.`);
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
}
