import type { Payment } from "../payment/payment.ts";
import type { Cycle } from "../subscription/cycle.ts";
import {
  closedFirst,
  cycleDueOf,
  isExpected,
  isOver,
  isSubscription,
  payersOfCycle,
  type Subscription,
} from "../subscription/subscription.ts";
import { type Ledger, stored } from "./context.ts";
import { applyEffect, finishWithNote, park } from "./end-work.ts";
import { type BegunSubscription, paidPayment } from "./host.ts";
import { placedBy } from "./subscription-status.ts";
import type { Leased } from "./work.ts";

/** What is known of a subscription where one of its effects is applied. */
interface Standing {
  readonly payment: Subscription;
  readonly subscription: BegunSubscription;
  readonly number: number;
  readonly dueAt: Date;
  readonly cycle: Cycle | undefined;
  /** Whether there is a first order: not where staff ended it, or another payment paid. */
  readonly isPlaced: boolean;
  /** Whether the order was placed for another attempt of the reference (LED-WINS). */
  readonly isOtherPlaced: boolean;
}

/** One order for one paid cycle (CYC-RENEWAL). */
export async function applyCycle<Tx>(ledger: Ledger<Tx>, leased: Leased, paid: Payment): Promise<void> {
  const renew = ledger.host.renew?.bind(ledger.host);
  const standing = await standingOf(ledger, leased, paid);
  const { payment, subscription, number, dueAt, cycle } = standing;
  if (renew === undefined || !standing.isPlaced) return park(ledger, leased, noRenewal(standing));
  const [transactionId] = payersOfCycle(payment, number, cycle?.facts ?? []).flat();
  const renewed = { number, money: payment.money, transactionId, dueAt };
  const about = { key: leased.work.id, payment: paidPayment(payment), subscription };
  await applyEffect(ledger, leased, ({ finish }) =>
    renew({ kind: "cycle", ...about, cycle: renewed, finish }),
  );
}

function noRenewal({ payment, number, isPlaced, isOtherPlaced }: Standing) {
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
export async function applyClosed<Tx>(ledger: Ledger<Tx>, leased: Leased, paid: Payment): Promise<void> {
  const closed = ledger.host.closed?.bind(ledger.host);
  if (closed === undefined) return endUntold(ledger, leased);
  const { payment, subscription } = await standingOf(ledger, leased, paid);
  const about = { key: leased.work.id, payment: paidPayment(payment), subscription };
  const closedAt = new Date(payment.subscription?.closedAt ?? leased.work.createdAt);
  await applyEffect(ledger, leased, ({ finish }) => closed({ kind: "closed", ...about, closedAt, finish }));
}

/** The shop hears that a cycle is missing, unless it was found since (CYC-MISSING). */
export async function applyMissed<Tx>(ledger: Ledger<Tx>, leased: Leased, paid: Payment): Promise<void> {
  const missed = ledger.host.missed?.bind(ledger.host);
  if (missed === undefined) return endUntold(ledger, leased);
  const { payment, subscription, number, dueAt, cycle } = await standingOf(ledger, leased, paid);
  if (cycle !== undefined && isOver(cycle.state))
    return finishWithNote(ledger, leased, `The cycle is ${cycle.state}.`);
  if (!isExpected(payment, number, dueAt)) return finishWithNote(ledger, leased, closedFirst);
  const about = { key: leased.work.id, payment: paidPayment(payment), subscription };
  await applyEffect(ledger, leased, ({ finish }) =>
    missed({ kind: "missed", ...about, cycle: { number, dueAt }, finish }),
  );
}

function endUntold<Tx>(ledger: Ledger<Tx>, leased: Leased): Promise<void> {
  return finishWithNote(ledger, leased, "The shop does not want to be told.");
}

/**
 * As it stands now, with what the host made of the first payment: nothing is renewed before that is placed.
 *
 * @throws Error while the first payment is not placed, which brings the work back later
 */
async function standingOf<Tx>(ledger: Ledger<Tx>, { work }: Leased, paid: Payment): Promise<Standing> {
  const { orderNumber } = paid;
  const number = work.cycle ?? 1;
  const book = await stored(
    "read a book",
    ledger.store.book(paid, { cycles: [{ orderNumber, number }], orderNumbers: [orderNumber] }),
  );
  const payment = book.payments.find((each) => each.orderNumber === orderNumber) ?? paid;
  if (!isSubscription(payment)) throw new Error("The payment has no plan.");
  const jobs = book.work.filter(({ kind }) => kind === "paid");
  const first = jobs.find((each) => each.orderNumber === orderNumber);
  const isOtherPlaced = jobs.some((each) => each !== first && placedBy(each) !== undefined);
  if (first?.status !== "done" && !isOtherPlaced)
    throw new Error("The first payment of the subscription is not placed yet.");
  const { id, type, totalCount } = payment.plan;
  return {
    payment,
    number,
    dueAt: cycleDueOf(payment, number, ledger.settings),
    cycle: book.cycles[0],
    isPlaced: placedBy(first) !== undefined,
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
