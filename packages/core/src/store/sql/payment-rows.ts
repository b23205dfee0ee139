import type {
  CycleSelection,
  Payment,
  PaymentKey,
  PaymentReadOptions,
  TransactionKey,
} from "../../ports/store.ts";
import {
  attemptFromRow,
  cycleFromRow,
  jobFromRow,
  notificationFromRow,
  reviewItemFromRow,
  transactionFromRow,
} from "./convert-rows.ts";
import type { SqlRow, SqlValue } from "./driver.ts";

/** Returns the parameters of `buildLoadStatement`. */
export function buildLoadParameters(read: PaymentReadOptions): Record<string, SqlValue> {
  return {
    ...cycleParameters(read.cycles ?? []),
    ...transactionParameters(read.transactions ?? []),
    ...attemptParameters(read),
  };
}

function cycleParameters(cycles: CycleSelection): Record<string, string | number> {
  if (cycles === "all") return {};
  return Object.fromEntries(
    cycles.flatMap(({ attemptId, number }, index) => [
      [`cycle_attempt_${index}`, attemptId],
      [`cycle_${index}`, number],
    ]),
  );
}

function transactionParameters(transactions: readonly TransactionKey[]): Record<string, string> {
  return Object.fromEntries(
    transactions.flatMap(({ attemptId, transactionId }, index) => [
      [`sale_${index}`, attemptId],
      [`transaction_${index}`, transactionId],
    ]),
  );
}

function attemptParameters(read: PaymentReadOptions): Record<string, SqlValue> {
  const { attemptIds = [], newest = 0, withoutResult = 0, startMatch, rank } = read;
  return {
    ...Object.fromEntries(attemptIds.map((attemptId, index) => [`attempt_${index}`, attemptId])),
    ...(newest === 0 ? {} : { newest }),
    ...(withoutResult === 0 ? {} : { without_result: withoutResult }),
    ...(startMatch === undefined
      ? {}
      : {
          ...Object.fromEntries(startMatch.fingerprints.map((each, index) => [`fingerprint_${index}`, each])),
          started_since: startMatch.since.toISOString(),
        }),
    ...(rank === undefined ? {} : { before_rank: rank - 1 }),
  };
}

/** Returns the payment from the rows of `buildLoadStatement`. */
export function paymentFromRows({ tenant, reference }: PaymentKey, rows: readonly SqlRow[]): Payment {
  const part = (name: string) => rows.filter((row) => row.part === name);
  const own = (row: SqlRow) => ({ ...row, tenant, reference, created_at: row.at });
  const [version] = part("payment");
  const [count] = part("count");
  const [ranked] = part("ranked");
  return {
    tenant,
    reference,
    version: version === undefined ? 0 : Number(version.number),
    attempts: part("attempt").map(attemptFromRow),
    attemptCount: Number(count?.number ?? 0),
    rankedAt: ranked === undefined ? undefined : String(ranked.at),
    cycles: part("cycle").map(cycleFromRow),
    transactions: part("transaction").map(transactionFromRow),
    notifications: part("notification").map(notificationFromRow),
    jobs: part("job").map((row) => jobFromRow({ ...own(row), outcome: row.ended })),
    reviewItems: part("item").map((row) => reviewItemFromRow({ ...own(row), resolution: row.ended })),
  };
}
