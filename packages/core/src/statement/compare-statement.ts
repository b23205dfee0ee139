import { z } from "zod";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, readInput } from "../errors.ts";
import { lazily } from "../lazily.ts";
import { successfulTransactionIds } from "../payment/classify-facts.ts";
import type { ChargeFacts } from "../payment/refundable-charge.ts";
import { compareRow } from "./compare-row.ts";
import { type FoundCharge, findCharges } from "./find-charge.ts";
import { findMissingRecords } from "./find-missing-records.ts";
import { NamedRecords } from "./named-records.ts";
import {
  type StatementDifference,
  type StatementProgress,
  type StatementRequest,
  type StatementRow,
  statementRowSchema,
} from "./statement.ts";
import { openStatementItem } from "./statement-review-item.ts";

/** The function of `Gateway` that compares a statement. */
export interface StatementMethods {
  /**
   * Compares the gateway's statement of a period with the stored payments (STM-COMPARE), in parts of at most 1000 rows: first each row, then
   * what the statement does not have, of the merchants that it names. The memory does not grow with the payments, and is at most 64 MB more
   * for the longest statement. Repeating it opens no second review item.
   *
   * @throws PayIndexError The parts before the error are compared, and calling it again is safe.
   *   - `query_invalid`: the period or a row is wrong, or the statement has more than six million rows
   *   - `statement_foreign`: the shop has none of the first 1000 rows. Nothing was changed.
   *   - `store_unavailable`
   */
  compareStatement(request: StatementRequest): AsyncGenerator<StatementProgress, void, undefined>;
}

const rowsPerPart = 1000;

const periodSchema = lazily(() =>
  z
    .strictObject({ from: z.date(), before: z.date(), openReviewItems: z.boolean().default(false) })
    .refine(({ from, before }) => from < before, { path: ["before"], message: "must be later than from" }),
);

/** One comparison. */
export interface StatementRun<Tx> extends z.output<ReturnType<typeof periodSchema>> {
  readonly engine: EngineContext<Tx>;
  readonly named: NamedRecords;
}

/** Compares a statement; the contract is at `StatementMethods.compareStatement`. */
export async function* compareStatement<Tx>(
  engine: EngineContext<Tx>,
  { rows, ...period }: StatementRequest,
): AsyncGenerator<StatementProgress, void, undefined> {
  const message = "The period of the statement is not valid. Nothing was compared.";
  const read = readInput(periodSchema(), period, { code: "query_invalid", message });
  const run: StatementRun<Tx> = { engine, ...read, named: new NamedRecords() };
  let compared = 0;
  for await (const part of partsOf(rows)) {
    const differences = await comparePart(run, part);
    compared += part.length;
    if (run.named.merchants.size === 0) throw foreignStatement(compared);
    yield { rows: compared, agrees: part.length - differences.length, differences };
  }
  for await (const { attempt, details } of findMissingRecords(run))
    yield { rows: compared, agrees: 0, differences: [await withReviewItem(run, attempt, details)] };
}

function foreignStatement(rows: number): PayIndexError {
  return new PayIndexError(
    "statement_foreign",
    `The shop has none of the first ${rows} rows. Check that this is the statement of this shop's merchant, not of another or of a test account, and that the right columns are named. Nothing was changed.`,
  );
}

async function* partsOf(rows: AsyncIterable<StatementRow>) {
  let part: StatementRow[] = [];
  const message = "A row of the statement is not valid. Its part of the statement was not compared.";
  for await (const row of rows) {
    part.push(readInput(statementRowSchema(), row, { code: "query_invalid", message }));
    if (part.length < rowsPerPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

async function comparePart<Tx>(
  run: StatementRun<Tx>,
  part: readonly StatementRow[],
): Promise<readonly StatementDifference[]> {
  const found = await findCharges(run.engine.store, part);
  const differences: StatementDifference[] = [];
  for (const row of part) {
    const difference = await compareWithCharge(run, row, found.get(row));
    if (difference !== undefined) differences.push(difference);
  }
  return differences;
}

async function compareWithCharge<Tx>(
  run: StatementRun<Tx>,
  row: StatementRow,
  found: FoundCharge | undefined,
): Promise<StatementDifference | undefined> {
  const details = detailsOf(row, found);
  if (!run.named.addRow(row))
    return { ...details, finding: "repeated", reason: "row", reviewItem: undefined };
  if (found === undefined)
    return { ...details, finding: "missing-here", reason: "unknown", reviewItem: undefined };
  const verdict = compareWithAttempt(run, row, found);
  if (verdict.finding === "agrees") return undefined;
  return withReviewItem(run, found.attempt, { ...details, ...verdict });
}

function compareWithAttempt<Tx>({ named }: StatementRun<Tx>, row: StatementRow, found: FoundCharge) {
  const { attempt, charge } = found;
  if (row.merchantId !== undefined && row.merchantId !== attempt.merchantId)
    return { finding: "differs", reason: "merchant" } as const;
  named.addMerchant(attempt);
  if (charge === undefined) return { finding: "missing-here", reason: "unknown" } as const;
  return compareRow(row, charge, nthOf(named, row, charge));
}

/** Remembers what the row names, and returns how many refunds of its amount the statement has of the charge. */
function nthOf(named: NamedRecords, row: StatementRow, charge: ChargeFacts): number {
  const { transactionId, amount } = row;
  if (row.kind !== "sale") {
    if (row.kind === "chargeback") named.addChargeback(charge);
    return named.addRefund(charge, amount);
  }
  const isTransactionKnown =
    transactionId !== undefined && successfulTransactionIds(charge.facts).includes(transactionId);
  if (!isTransactionKnown && charge.cycle === undefined) named.addSale(charge.attempt);
  return 1;
}

function detailsOf(row: StatementRow, found: FoundCharge | undefined) {
  const { kind, line, transactionId, refundId, amount: reported } = row;
  const { attemptId = row.attemptId, reference, tenant, state } = found?.attempt ?? {};
  return {
    ...{ kind, line, attemptId, transactionId, refundId, reference, tenant, state, reported },
    cycle: found?.charge?.cycle,
    recorded: undefined,
    isCertain: true,
  };
}

async function withReviewItem<Tx>(
  { engine, openReviewItems }: StatementRun<Tx>,
  attempt: FoundCharge["attempt"],
  details: Omit<StatementDifference, "reviewItem">,
): Promise<StatementDifference> {
  // What the row says of another merchant's attempt is not known to be true.
  const isToOpen = openReviewItems && details.isCertain && details.reason !== "merchant";
  return {
    ...details,
    reviewItem: isToOpen ? await openStatementItem(engine, attempt, details) : undefined,
  };
}
