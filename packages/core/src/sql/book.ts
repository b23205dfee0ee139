import type { Book, BookKey, CyclesAsked, TransactionKey } from "../ledger/store.ts";
import type { SqlRow } from "./driver.ts";
import { readCycle, readNotification, readPayment, readWork } from "./records.ts";

/** For the cycles that `readBook` names. */
export function cycleParameters(cycles: CyclesAsked): Record<string, string | number> {
  if (cycles === "all") return {};
  return Object.fromEntries(
    cycles.flatMap(({ orderNumber, number }, index) => [
      [`order_${index}`, orderNumber],
      [`cycle_${index}`, number],
    ]),
  );
}

/** For the transactions that `readBook` names. */
export function transactionParameters(transactions: readonly TransactionKey[]): Record<string, string> {
  return Object.fromEntries(
    transactions.flatMap(({ orderNumber, transactionId }, index) => [
      [`sale_${index}`, orderNumber],
      [`transaction_${index}`, transactionId],
    ]),
  );
}

/** A book from the rows of `readBook`. */
export function bookOf({ tenant, reference }: BookKey, rows: readonly SqlRow[]): Book {
  const part = (name: string) => rows.filter((row) => row.part === name);
  const [version] = part("book");
  return {
    tenant,
    reference,
    version: version === undefined ? 0 : Number(version.place),
    payments: part("payment").map(readPayment),
    cycles: part("cycle").map(readCycle),
    transactions: part("transaction").map((row) => ({
      orderNumber: String(row.id),
      transactionId: String(row.at),
      cycle: Number(row.place),
    })),
    notifications: part("notification").map(readNotification),
    work: part("work").map(readWork),
  };
}
