import type { Engine } from "../engine.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { LeasedJob } from "../payment/job.ts";
import { placedOrderOf } from "../payment/placed-order.ts";
import type { Cycle } from "../payment/subscription/cycle.ts";
import {
  closedBeforeDueNote,
  cycleDueDate,
  isCycleExpected,
  isCycleFinished,
  isSubscriptionAttempt,
  type SubscriptionAttempt,
  transactionsPayingCycle,
} from "../payment/subscription/subscription.ts";
import { type SubscriptionDetails, toPaidPayment } from "../ports/orders.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { completeWithNote, giveUpJob, runEffect } from "./complete-job.ts";

/** What is known of a subscription where one of its effects is applied. */
interface SubscriptionJobContext {
  readonly payment: SubscriptionAttempt;
  readonly subscription: SubscriptionDetails;
  readonly number: number;
  readonly dueAt: Date;
  readonly cycle: Cycle | undefined;
  /** Whether there is a first order: not where staff ended it, or another payment paid. */
  readonly isPlaced: boolean;
  /** Whether the order was placed for another attempt of the reference (LED-WINS). */
  readonly isOtherPlaced: boolean;
}

/** One order for one paid cycle (CYC-RENEWAL). */
export async function runPlaceRenewalJob<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  paid: Attempt,
): Promise<void> {
  const renew = ledger.host.renew?.bind(ledger.host);
  const standing = await loadSubscriptionJobContext(ledger, leased, paid);
  const { payment, subscription, number, dueAt, cycle } = standing;
  if (renew === undefined || !standing.isPlaced) return giveUpJob(ledger, leased, noRenewalProblem(standing));
  const [transactionId] = transactionsPayingCycle(payment, number, cycle?.facts ?? []).flat();
  const renewed = { number, money: payment.money, transactionId, dueAt };
  const about = { key: leased.work.id, payment: toPaidPayment(payment), subscription };
  await runEffect(ledger, leased, ({ finish }) => renew({ kind: "cycle", ...about, cycle: renewed, finish }));
}

function noRenewalProblem({ payment, number, isPlaced, isOtherPlaced }: SubscriptionJobContext) {
  const { reference } = payment;
  if (!isPlaced && !isOtherPlaced) {
    const message = `Cycle ${number} was paid, but the first order was not placed. Give it back, and have the subscription closed.`;
    return { code: "first_not_placed", message };
  }
  if (isPlaced) {
    const message = `Cycle ${number} was paid, and this shop makes no orders of renewals. Make it by hand.`;
    return { code: "renewals_not_made", message };
  }
  const message = `Cycle ${number} was paid, but another payment has paid ${reference}. Give it back, and have this subscription closed.`;
  return { code: "paid_twice", message };
}

/** The shop hears that the subscription was closed (CYC-CLOSED). */
export async function runReportSubscriptionClosedJob<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  paid: Attempt,
): Promise<void> {
  const closed = ledger.host.closed?.bind(ledger.host);
  if (closed === undefined) return completeWithoutHook(ledger, leased);
  const { payment, subscription } = await loadSubscriptionJobContext(ledger, leased, paid);
  const about = { key: leased.work.id, payment: toPaidPayment(payment), subscription };
  const closedAt = new Date(payment.subscription?.closedAt ?? leased.work.createdAt);
  await runEffect(ledger, leased, ({ finish }) => closed({ kind: "closed", ...about, closedAt, finish }));
}

/** The shop hears that a cycle is missing, unless it was found since (CYC-MISSING). */
export async function runReportCycleOverdueJob<Tx>(
  ledger: Engine<Tx>,
  leased: LeasedJob,
  paid: Attempt,
): Promise<void> {
  const missed = ledger.host.missed?.bind(ledger.host);
  if (missed === undefined) return completeWithoutHook(ledger, leased);
  const { payment, subscription, number, dueAt, cycle } = await loadSubscriptionJobContext(
    ledger,
    leased,
    paid,
  );
  if (cycle !== undefined && isCycleFinished(cycle.state))
    return completeWithNote(ledger, leased, `The cycle is ${cycle.state}.`);
  if (!isCycleExpected(payment, number, dueAt)) return completeWithNote(ledger, leased, closedBeforeDueNote);
  const about = { key: leased.work.id, payment: toPaidPayment(payment), subscription };
  await runEffect(ledger, leased, ({ finish }) =>
    missed({ kind: "missed", ...about, cycle: { number, dueAt }, finish }),
  );
}

function completeWithoutHook<Tx>(ledger: Engine<Tx>, leased: LeasedJob): Promise<void> {
  return completeWithNote(ledger, leased, "The shop does not want to be told.");
}

/**
 * As it stands now, with what the host made of the first payment: nothing is renewed before that is placed.
 *
 * @throws Error while the first payment is not placed, which brings the work back later
 */
async function loadSubscriptionJobContext<Tx>(
  ledger: Engine<Tx>,
  { work }: LeasedJob,
  paid: Attempt,
): Promise<SubscriptionJobContext> {
  const { orderNumber } = paid;
  const number = work.cycle ?? 1;
  const book = await wrapStoreErrors(
    "read a book",
    ledger.store.book(paid, { cycles: [{ orderNumber, number }], orderNumbers: [orderNumber] }),
  );
  const payment = book.payments.find((each) => each.orderNumber === orderNumber) ?? paid;
  if (!isSubscriptionAttempt(payment)) throw new Error("The payment has no plan.");
  const jobs = book.work.filter(({ kind }) => kind === "paid");
  const first = jobs.find((each) => each.orderNumber === orderNumber);
  const isOtherPlaced = jobs.some((each) => each !== first && placedOrderOf(each) !== undefined);
  if (first?.status !== "done" && !isOtherPlaced)
    throw new Error("The first payment of the subscription is not placed yet.");
  const { id, type, totalCount } = payment.plan;
  return {
    payment,
    number,
    dueAt: cycleDueDate(payment, number, ledger.settings),
    cycle: book.cycles[0],
    isPlaced: placedOrderOf(first) !== undefined,
    isOtherPlaced,
    subscription: {
      planId: id,
      planType: type,
      totalCount,
      masterId: payment.subscription?.masterId,
      placed: first?.result?.placed,
    },
  };
}
