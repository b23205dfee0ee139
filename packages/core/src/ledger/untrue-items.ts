import { type Fact, givenBack } from "../payment/fact.ts";
import type { Payment } from "../payment/payment.ts";
import { type Cycle, cycleId } from "../subscription/cycle.ts";
import {
  closedFirst,
  cycleDueOf,
  isExpected,
  isOver,
  isSubscription,
  payersOfCycle,
  type Subscription,
} from "../subscription/subscription.ts";
import type { Calendar } from "./draft-cycles.ts";
import type { Moment } from "./draft-work.ts";
import type { Book, Change, EndedWork, PaidTransaction } from "./store.ts";
import { type Cause, type Work, workId } from "./work.ts";

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
  /** Items about attempts without a result that this replaces or answers, and the jobs of attempts that cannot win any more. */
  readonly answered: readonly EndedWork[];
}

/**
 * What a settlement makes untrue, to end in its own commit: nobody looks at it again. An item that says "nothing came" when it has, or
 * "twice" where it was once, only hides those that are true.
 */
export function untrueItems(
  book: Book,
  settlement: Unended,
  { now, calendar }: Pick<Moment, "now"> & { readonly calendar: Calendar },
): EndedWork[] {
  const work = [...book.work, ...settlement.change.work];
  const parked = new Set(work.flatMap(({ id, status }) => (status === "parked" ? [id] : [])));
  const untrue = [...untrueAfter(book, settlement), ...notMissing(work, settlement, calendar)];
  const ended = untrue.flatMap(({ orderNumber, note, ...cause }) => {
    const id = workId(orderNumber, cause);
    return parked.has(id) ? [{ id, result: { at: now.toISOString(), note } }] : [];
  });
  return [...settlement.answered, ...ended];
}

function untrueAfter(book: Book, { change, movedCycles }: Unended): Untrue[] {
  const found = movedCycles.filter(({ cycle }) => isOver(cycle.state));
  return [
    ...found.flatMap(({ cycle: { orderNumber, number, state } }) =>
      missing.map((kind) => ({ kind, cycle: number, orderNumber, note: `The cycle is ${state}.` })),
    ),
    ...change.transactions.flatMap((paid) => untrueOncePaid(paid, { book, change })),
  ];
}

/** That a cycle is missing, for staff and for the shop, which may not have been told yet. */
const missing = ["cycle-missing", "missed"] as const;

/** Cycles that were missed until a closing was heard of that came before them (CYC-MISSING). */
function notMissing(work: readonly Work[], { change }: Unended, { timeZone }: Calendar): Untrue[] {
  return change.payments.filter(isSubscription).flatMap((payment) =>
    work.flatMap(({ kind, orderNumber, cycle }) => {
      const known = missing.find((each) => each === kind);
      if (known === undefined || cycle === undefined || orderNumber !== payment.orderNumber) return [];
      if (isExpected(payment, cycle, cycleDueOf(payment, cycle, { timeZone }))) return [];
      return [{ kind: known, cycle, orderNumber, note: closedFirst }];
    }),
  );
}

/**
 * What was said while a transaction had not been told its cycle (CYC-TRANSACTION): that this cannot be told, and that the sale or another
 * cycle is paid twice, if no two transactions are left for it.
 */
function untrueOncePaid(paid: PaidTransaction, settled: Settled): Untrue[] {
  const { orderNumber, transactionId, cycle } = paid;
  const isBack = cycle === givenBack;
  const note = `Transaction ${transactionId} ${isBack ? "was given back" : `has paid cycle ${cycle}`}.`;
  return [
    ...(isBack ? [] : [{ kind: "unknown-cycle", mark: transactionId, orderNumber, note } as const]),
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
  const all = payersOfCycle(sale, number, facts);
  const others = [...book.transactions, ...change.transactions].filter(
    (each) => each.orderNumber === sale.orderNumber && each.cycle !== number,
  );
  const left = all.filter((each) => !others.some(({ transactionId }) => each.includes(transactionId)));
  if (left.length > 1) return [];
  const about = number === 1 ? {} : { cycle: number };
  return all.slice(1).map((_, index) => ({ kind: "paid-twice", ...about, mark: String(index + 2) }));
}
