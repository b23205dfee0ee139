import type { Engine } from "../engine.ts";
import { PayIndexError } from "../errors.ts";
import type { Attempt } from "../payment/attempt.ts";
import { attemptIds } from "../payment/attempt.ts";
import type { Lease, LeasedJob } from "../payment/job.ts";
import type { Payment, PaymentChange, PaymentKey } from "../ports/store.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { createLease } from "./lease.ts";
import { loadPayment } from "./load-payment.ts";
import { type PaymentUpdate, type PlannedChanges, planChanges } from "./plan-changes.ts";

const maxCommitTries = 5;

/** New work, with the payment it is about as it was committed: whoever does it at once need not read it again. */
export interface ClaimedJob extends LeasedJob {
  readonly payment: Attempt;
}

/**
 * The one path from what was said to what a payment is worth (LED-COMMIT): judge all open evidence of the book and what is
 * `said` beside it, commit facts, state and new work at once. Gives the work that was born leased to this caller.
 *
 * @throws PayIndexError `store_unavailable`, also when the book kept changing under us
 */
export async function applyFacts<Tx>(
  ledger: Engine<Tx>,
  key: PaymentKey,
  said: readonly PaymentUpdate[] = [],
): Promise<ClaimedJob[]> {
  for (let tries = 0; tries < maxCommitTries; tries++) {
    const lease = createLease(ledger);
    const book = await loadPayment(ledger, key, said);
    const moment = { now: ledger.platform.now(), lease, calendar: ledger.settings };
    const settlement = planChanges(book, said, moment);
    if (settlement === undefined) return [];
    const outcome = await wrapStoreErrors("commit a settled book", ledger.store.commit(settlement.change));
    if (outcome === "stale") continue;
    emitChangeEvents(ledger, book, settlement);
    return claimedJobs(settlement.change, book, lease);
  }
  throw new PayIndexError(
    "store_unavailable",
    `The book of ${key.reference} kept changing; it is settled by the next tick.`,
  );
}

function emitChangeEvents<Tx>(
  ledger: Engine<Tx>,
  { tenant, reference }: PaymentKey,
  { change, moved, movedCycles }: PlannedChanges,
): void {
  for (const { payment, from } of moved)
    ledger.observe({ event: "payment-moved", ...attemptIds(payment), from, to: payment.state });
  for (const { cycle, from } of movedCycles) {
    const { orderNumber, number, state } = cycle;
    const moved = { event: "cycle-moved", tenant, reference, orderNumber, cycle: number } as const;
    ledger.observe({ ...moved, from, to: state });
  }
  for (const { id, kind, problem, ...work } of change.work)
    if (kind === "no-result" && problem !== undefined)
      ledger.observe({ event: "work-parked", ...attemptIds(work), work: id, ...problem });
}

function claimedJobs({ payments, work }: PaymentChange, book: Payment, lease: Lease): ClaimedJob[] {
  return work.flatMap(({ lease: held, ...each }) => {
    const isIts = ({ orderNumber }: Attempt) => orderNumber === each.orderNumber;
    const payment = payments.find(isIts) ?? book.payments.find(isIts);
    return held === lease && payment !== undefined ? [{ work: each, lease, payment }] : [];
  });
}
