import type { Payment } from "../payment/payment.ts";
import { orderChanged } from "./amount-due.ts";
import { type Ledger, stored } from "./context.ts";
import { newLease } from "./keep-leases.ts";
import type { Leased, Work, WorkKind } from "./work.ts";

/** Ids of the jobs of other paid attempts whose order waits, or whose amount did not fit before (LED-WINS). */
export async function otherPlacings<Tx>(
  ledger: Ledger<Tx>,
  { orderNumber, ...key }: Payment,
): Promise<readonly string[]> {
  const { work } = await stored("read a book", ledger.store.book(key));
  const isOther = (each: Work) => each.kind === "paid" && each.orderNumber !== orderNumber;
  const mayFit = ({ status, problem }: Work) =>
    status === "due" || (status === "parked" && problem?.code === orderChanged);
  return work.filter((each) => isOther(each) && mayFit(each)).map(({ id }) => id);
}

const needFirstOrder: ReadonlySet<WorkKind> = new Set<WorkKind>(["cycle", "closed", "missed"]);

/** Ids of the jobs of a subscription that wait until its first order is placed. */
export async function jobsAfterFirstOrder<Tx>(
  ledger: Ledger<Tx>,
  { orderNumber, ...book }: Payment,
): Promise<readonly string[]> {
  const { work } = await stored("read a book", ledger.store.book(book, { orderNumbers: [orderNumber] }));
  const isWaiting = (each: Work) =>
    each.orderNumber === orderNumber && each.status !== "done" && needFirstOrder.has(each.kind);
  return work.filter(isWaiting).map(({ id }) => id);
}

/** Takes one job now. Empty if another process has it. */
export async function claimOne<Tx>(ledger: Ledger<Tx>, id: string): Promise<readonly Leased[]> {
  const due = { now: ledger.platform.now(), lease: newLease(ledger), limit: 1, id };
  return stored("claim work", ledger.store.claim(due));
}
