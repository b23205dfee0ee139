import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, readInput } from "../errors.ts";
import type { Attempt } from "../payment/attempt.ts";
import { successfulTransactionIds } from "../payment/classify-facts.ts";
import type { ChargeFacts } from "../payment/refundable-charge.ts";
import { compareRow } from "./compare-row.ts";
import { type FoundCharge, findCharges } from "./find-charge.ts";
import { findMissingRecords } from "./find-missing-records.ts";
import { FingerprintSet } from "./fingerprint-set.ts";
import { openStatementItem } from "./open-statement-item.ts";
import {
  type StatementDifference,
  type StatementProgress,
  type StatementRequest,
  type StatementRow,
  statementRowSchema,
} from "./statement.ts";
import { merchantKey, refundKey, type StatementRun, statementPeriodSchema } from "./statement-run.ts";

/** The function of `Gateway` that compares a statement. */
export interface StatementMethods {
  /**
   * Compares the gateway's statement of a period with the stored payments (STM-COMPARE), in parts of at most 1000 rows: first each row, then
   * the sales and refunds that the statement does not have, of the merchants that it names. Needs the same memory for each statement,
   * about 32 MB. Repeating it opens no second review item.
   *
   * @throws PayIndexError The parts before the error are compared, and calling it again is safe.
   *   - `query_invalid`: the period or a row is wrong, or the statement has more than three million rows
   *   - `statement_foreign`: the shop has none of the first 1000 rows. Nothing was changed.
   *   - `store_unavailable`
   */
  compareStatement(request: StatementRequest): AsyncGenerator<StatementProgress, void, undefined>;
}

const rowsPerPart = 1000;

/** Compares a statement; the contract is at `StatementMethods.compareStatement`. */
export async function* compareStatement(
  engine: EngineContext,
  { rows, ...period }: StatementRequest,
): AsyncGenerator<StatementProgress, void, undefined> {
  const message = "The period of the statement is not valid. Nothing was compared.";
  const read = readInput(statementPeriodSchema(), period, { code: "query_invalid", message });
  const run: StatementRun = {
    ...{ engine, ...read, named: new FingerprintSet(), merchants: new Map() },
    namesTransactions: false,
  };
  let compared = 0;
  for await (const part of partsOf(rows)) {
    const differences = await comparePart(run, part);
    compared += part.length;
    if (run.merchants.size === 0) throw foreignStatement(compared);
    yield { rows: compared, agrees: part.length - differences.length, differences };
  }
  for await (const { attempt, difference } of findMissingRecords(run)) {
    const missingThere = { finding: "missing-there", reason: "unknown" } as const;
    const missing = { ...fieldsOf(attempt), ...difference, ...missingThere };
    yield { rows: compared, agrees: 0, differences: [await withReviewItem(run, attempt, missing)] };
  }
}

function foreignStatement(rows: number): PayIndexError {
  const message = `The shop has none of the first ${rows} rows. Check that this is the statement of this shop's merchant, not of another or of a test account, and that the right columns are named. Nothing was changed.`;
  return new PayIndexError("statement_foreign", message);
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

async function comparePart(run: StatementRun, part: readonly StatementRow[]) {
  const found = await findCharges(run.engine.store, part);
  run.namesTransactions ||= part.some(({ transactionId }) => transactionId !== undefined);
  const differences: StatementDifference[] = [];
  for (const row of part) {
    const difference = await compareWithAttempt(run, row, found.get(row));
    if (difference !== undefined) differences.push(difference);
  }
  return differences;
}

async function compareWithAttempt(
  run: StatementRun,
  row: StatementRow,
  found: FoundCharge | undefined,
): Promise<StatementDifference | undefined> {
  const known = { ...row, isCertain: true };
  if (isRepeated(run, row)) return { ...known, finding: "repeated", reason: "row" };
  if (found === undefined) return { ...known, finding: "missing-here", reason: "unknown" };
  const { attempt, charge } = found;
  const details = { ...known, ...fieldsOf(attempt), cycle: charge?.cycle };
  // What the row says of another merchant's attempt opens no review item there.
  if (row.merchantId !== undefined && row.merchantId !== attempt.merchantId)
    return { ...details, finding: "differs", reason: "merchant" };
  run.merchants.set(merchantKey(attempt), attempt.merchantTenant);
  const unknown = { finding: "missing-here", reason: "unknown" } as const;
  const difference = charge === undefined ? unknown : compareRow(row, charge, nthOf(run, row, charge));
  return difference && withReviewItem(run, attempt, { ...details, ...difference });
}

/** Equal refunds without an ID and a time cannot be told apart, so none of them is a repeat. */
function isRepeated({ named }: StatementRun, row: StatementRow): boolean {
  const { kind, attemptId, transactionId, refundId, amount, at } = row;
  if (kind === "sale")
    return !(transactionId === undefined
      ? named.add("sale", attemptId)
      : named.add("transaction", transactionId));
  if (refundId !== undefined) return !named.add(kind, refundId);
  return at !== undefined && !named.add(kind, attemptId, transactionId, amount, at);
}

/** Remembers what the row names, and returns how many refunds of its amount the statement has of the charge. */
function nthOf({ named }: StatementRun, { kind, transactionId, amount }: StatementRow, charge: ChargeFacts) {
  const { attempt, cycle, facts } = charge;
  const { attemptId } = attempt;
  let nth = 1;
  if (kind === "chargeback") named.add("chargeback of", attemptId, cycle);
  if (kind !== "sale") while (!named.add(...refundKey(attemptId, cycle, { ...amount, nth }))) nth += 1;
  // Otherwise the sale is found by its transaction.
  else if (cycle === undefined && !successfulTransactionIds(facts).includes(transactionId ?? ""))
    named.add("sale", attemptId);
  return nth;
}

function fieldsOf({ attemptId, tenant, reference, state }: Attempt) {
  return { attemptId, tenant, reference, state };
}

async function withReviewItem(
  { engine, openReviewItems }: StatementRun,
  attempt: Attempt,
  difference: StatementDifference,
): Promise<StatementDifference> {
  if (!openReviewItems || !difference.isCertain) return difference;
  const reviewItem = await openStatementItem(engine, attempt, difference);
  return reviewItem === undefined ? difference : { ...difference, reviewItem };
}
