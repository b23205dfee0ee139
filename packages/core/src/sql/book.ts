import type { Book, BookKey } from "../ledger/store.ts";
import type { SqlRow } from "./driver.ts";
import { readCycle, readNotification, readPayment, readWork } from "./records.ts";

/** For the cycles that `readBook` names. */
export function cycleParameters(
  cycles: readonly { orderNumber: string; number: number }[],
): Record<string, string | number> {
  return Object.fromEntries(
    cycles.flatMap(({ orderNumber, number }, index) => [
      [`order_${index}`, orderNumber],
      [`cycle_${index}`, number],
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
    notifications: part("notification").map(readNotification),
    work: part("work").map(readWork),
  };
}
