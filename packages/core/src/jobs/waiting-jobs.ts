import { createLease } from "../apply/lease.ts";
import type { Engine } from "../engine.ts";
import { orderChangedCode } from "../payment/amount-due.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { Job, LeasedJob } from "../payment/job.ts";
import type { JobKind, KindsWith } from "../payment/review-kinds.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";

/** Ids of the jobs of other paid attempts whose order waits, or whose amount did not fit before (LED-WINS). */
export async function otherPlaceOrderJobs<Tx>(
  ledger: Engine<Tx>,
  { orderNumber, ...key }: Attempt,
): Promise<readonly string[]> {
  const { work } = await wrapStoreErrors("read a book", ledger.store.book(key));
  const isOther = (each: Job) => each.kind === "paid" && each.orderNumber !== orderNumber;
  const mayFit = ({ status, problem }: Job) =>
    status === "due" || (status === "parked" && problem?.code === orderChangedCode);
  return work.filter((each) => isOther(each) && mayFit(each)).map(({ id }) => id);
}

/** The jobs of a subscription that cannot run before its first order is placed. */
const needsFirstOrder: Readonly<Partial<Record<JobKind, boolean>>> = {
  paid: false,
  cycle: true,
  closed: true,
  missed: true,
  "check-result": false,
  "cycle-due": false,
  "book-refund": false,
} satisfies Record<KindsWith<"retryRuns", "job">, boolean>;

/** Ids of the jobs of a subscription that wait until its first order is placed. */
export async function jobsAfterFirstOrder<Tx>(
  ledger: Engine<Tx>,
  { orderNumber, ...book }: Attempt,
): Promise<readonly string[]> {
  const { work } = await wrapStoreErrors(
    "read a book",
    ledger.store.book(book, { orderNumbers: [orderNumber] }),
  );
  const isWaiting = (each: Job) =>
    each.orderNumber === orderNumber && each.status !== "done" && needsFirstOrder[each.kind] === true;
  return work.filter(isWaiting).map(({ id }) => id);
}

/** Takes one job now. Empty if another process has it. */
export async function claimJob<Tx>(ledger: Engine<Tx>, id: string): Promise<readonly LeasedJob[]> {
  const due = { now: ledger.platform.now(), lease: createLease(ledger), limit: 1, id };
  return wrapStoreErrors("claim work", ledger.store.claim(due));
}
