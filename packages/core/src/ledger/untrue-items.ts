import type { Fact } from "../payment/fact.ts";
import { hasResult } from "../payment/judge.ts";
import type { Payment } from "../payment/payment.ts";
import { type Cycle, cycleId } from "../subscription/cycle.ts";
import { isSubscription, type Subscription, transactionsOfCycle } from "../subscription/subscription.ts";
import type { Book, Change, EndedWork, PaidTransaction } from "./store.ts";
import { type Cause, workId } from "./work.ts";

interface Untrue extends Cause {
  readonly orderNumber: string;
  readonly note: string;
}

/** A settlement, before it is said what it makes untrue. */
export interface Unended {
  readonly change: Omit<Change, "ended">;
  /** Payments whose state this changes, with the state they had. */
  readonly moved: readonly { readonly payment: Payment; readonly from: Payment["state"] }[];
  /** The same of cycles. */
  readonly movedCycles: readonly { readonly cycle: Cycle; readonly from: Cycle["state"] }[];
}

/**
 * What a settlement makes untrue, to end in its own commit: nobody looks at it again. An item that says "nothing came" when it has, or
 * "twice" where it was once, only hides those that are true.
 */
export function untrueItems(book: Book, settlement: Unended, now: Date): EndedWork[] {
  const work = [...book.work, ...settlement.change.work];
  const parked = new Set(work.flatMap(({ id, status }) => (status === "parked" ? [id] : [])));
  return untrueAfter(book, settlement).flatMap(({ orderNumber, note, ...cause }) => {
    const id = workId(orderNumber, cause);
    return parked.has(id) ? [{ id, result: { at: now.toISOString(), note } }] : [];
  });
}

function untrueAfter(book: Book, { change, moved, movedCycles }: Unended): Untrue[] {
  const results = moved.filter(({ payment }) => hasResult(payment.state));
  const found = movedCycles.filter(({ cycle: { state } }) => state === "paid" || state === "closed");
  return [
    ...results.map(
      ({ payment: { orderNumber, state } }) =>
        ({ kind: "no-result", orderNumber, note: `The payment is ${state}.` }) as const,
    ),
    ...found.map(
      ({ cycle: { orderNumber, number, state } }) =>
        ({ kind: "cycle-missing", cycle: number, orderNumber, note: `The cycle is ${state}.` }) as const,
    ),
    ...change.transactions.flatMap((paid) => untrueOncePaid(paid, { book, change })),
  ];
}

/**
 * What was said while a transaction had not been told its cycle (CYC-TRANSACTION): that this cannot be told, and that the sale or another
 * cycle is paid twice, if no two transactions are left for it.
 */
function untrueOncePaid(paid: PaidTransaction, settled: Settled): Untrue[] {
  const { orderNumber, transactionId, cycle } = paid;
  const note = `Transaction ${transactionId} has paid cycle ${cycle}.`;
  return [
    { kind: "unknown-cycle", mark: transactionId, orderNumber, note },
    ...reportedOf(orderNumber, settled).flatMap((reported) =>
      twiceNoMore(reported, settled).map((cause) => ({ ...cause, orderNumber, note })),
    ),
  ];
}

type Settled = Pick<Unended, "change"> & { readonly book: Book };

/** The sale, or a later cycle of it that was read, with what was said of it. */
interface Reported {
  readonly sale: Subscription;
  readonly number: number;
  readonly facts: readonly Fact[];
}

function reportedOf(orderNumber: string, { book, change }: Settled): Reported[] {
  const isIts = (each: { readonly orderNumber: string }) => each.orderNumber === orderNumber;
  const sale = change.payments.find(isIts) ?? book.payments.find(isIts);
  if (sale === undefined || !isSubscription(sale)) return [];
  const cycles = new Map(
    [...book.cycles, ...change.cycles].filter(isIts).map((each) => [cycleId(each), each]),
  );
  return [{ number: 1, facts: sale.facts }, ...cycles.values()].map(({ number, facts }) => ({
    sale,
    number,
    facts,
  }));
}

function twiceNoMore({ sale, number, facts }: Reported, { book, change }: Settled): Cause[] {
  const all = transactionsOfCycle(sale, number, facts);
  const others = [...book.transactions, ...change.transactions].filter(
    (each) => each.orderNumber === sale.orderNumber && each.cycle !== number,
  );
  const left = all.filter((id) => !others.some(({ transactionId }) => transactionId === id));
  if (left.length > 1) return [];
  const about = number === 1 ? {} : { cycle: number };
  return all.slice(1).map((_, index) => ({ kind: "paid-twice", ...about, mark: String(index + 2) }));
}
