import type { CycleSelection, Payment, PaymentKey, PaymentRead, TransactionKey } from "../../ports/store.ts";
import type { SqlRow, SqlValue } from "./driver.ts";
import { readAttempt, readCycle, readJob, readNotification } from "./records.ts";

/** What the statement of `readBook` is given. */
export function loadParameters(read: PaymentRead): Record<string, SqlValue> {
  return {
    ...cycleParameters(read.cycles ?? []),
    ...transactionParameters(read.transactions ?? []),
    ...attemptParameters(read),
  };
}

function cycleParameters(cycles: CycleSelection): Record<string, string | number> {
  if (cycles === "all") return {};
  return Object.fromEntries(
    cycles.flatMap(({ orderNumber, number }, index) => [
      [`order_${index}`, orderNumber],
      [`cycle_${index}`, number],
    ]),
  );
}

function transactionParameters(transactions: readonly TransactionKey[]): Record<string, string> {
  return Object.fromEntries(
    transactions.flatMap(({ orderNumber, transactionId }, index) => [
      [`sale_${index}`, orderNumber],
      [`transaction_${index}`, transactionId],
    ]),
  );
}

function attemptParameters(read: PaymentRead): Record<string, SqlValue> {
  const { orderNumbers = [], newest = 0, unanswered = 0, answering, rank } = read;
  return {
    ...Object.fromEntries(orderNumbers.map((orderNumber, index) => [`attempt_${index}`, orderNumber])),
    ...(newest === 0 ? {} : { newest }),
    ...(unanswered === 0 ? {} : { unanswered }),
    ...(answering === undefined
      ? {}
      : {
          ...Object.fromEntries(answering.fingerprints.map((each, index) => [`fingerprint_${index}`, each])),
          answering_since: answering.since.toISOString(),
        }),
    ...(rank === undefined ? {} : { before_rank: rank - 1 }),
  };
}

/** A book from the rows of `readBook`. */
export function paymentFromRows({ tenant, reference }: PaymentKey, rows: readonly SqlRow[]): Payment {
  const part = (name: string) => rows.filter((row) => row.part === name);
  const [version] = part("book");
  const [count] = part("count");
  const [ranked] = part("ranked");
  return {
    tenant,
    reference,
    version: version === undefined ? 0 : Number(version.place),
    payments: part("payment").map(readAttempt),
    attemptCount: Number(count?.place ?? 0),
    rankedAt: ranked === undefined ? undefined : String(ranked.at),
    cycles: part("cycle").map(readCycle),
    transactions: part("transaction").map((row) => ({
      orderNumber: String(row.id),
      transactionId: String(row.at),
      cycle: Number(row.place),
    })),
    notifications: part("notification").map(readNotification),
    work: part("work").map(readJob),
  };
}
