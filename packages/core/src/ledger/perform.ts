import type { Payment, Quarantined } from "../payment/payment.ts";
import { isSubscription } from "../subscription/subscription.ts";
import { type Ledger, stored } from "./context.ts";
import { applyEffect, giveBack, park, result } from "./end-work.ts";
import { paidPayment } from "./host.ts";
import { newLease, whileLeased } from "./keep-leases.ts";
import { applyClosed, applyCycle, applyMissed } from "./perform-cycle.ts";
import { placeOrder } from "./place-order.ts";
import { releaseVerified } from "./quarantine.ts";
import { type BornLeased, settle } from "./settle.ts";
import { type Leased, notVerifiedCause, type Work, type WorkKind, workId } from "./work.ts";

/** Runs leased jobs one after another, and keeps the leases of those that wait. Never throws, as `perform`. */
export async function performAll<Tx>(
  ledger: Ledger<Tx>,
  leased: readonly (Leased | BornLeased)[],
): Promise<void> {
  if (leased.length === 0) return;
  const waiting = new Set<Leased>(leased);
  await whileLeased(ledger, waiting, async () => {
    for (const each of leased) {
      await perform(ledger, each);
      waiting.delete(each);
    }
  });
}

/**
 * Does leased work: applies the host's effect and ends it, or gives it back for later, or to a person. Never throws: the
 * lease brings back what could not even be given back.
 */
async function perform<Tx>(ledger: Ledger<Tx>, leased: Leased | BornLeased): Promise<void> {
  const { work } = leased;
  try {
    const payment = "payment" in leased ? leased.payment : await ledger.store.find(work.orderNumber);
    if (payment === undefined)
      return await park(ledger, leased, { code: "payment_unknown", message: "Its payment is gone." });
    await performKind(ledger, leased, payment);
  } catch (error) {
    await giveBack(ledger, leased, error);
  }
}

async function performKind<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  switch (leased.work.kind) {
    case "paid":
      return applyPaid(ledger, leased, payment);
    case "cycle":
      return applyCycle(ledger, leased, payment);
    case "closed":
      return applyClosed(ledger, leased, payment);
    case "missed":
      return applyMissed(ledger, leased, payment);
    case "check-result":
      return checkResult(ledger, leased, payment);
    case "cycle-due":
      return askForCycle(ledger, leased, payment);
    case "not-verified":
      return verifyAgain(ledger, leased, payment);
    case "no-result":
    case "refund-due":
    case "mismatch":
    case "contradictory":
    case "paid-twice":
    case "unknown-code":
    case "unknown-cycle":
    case "refund-notice":
    case "transaction-reused":
    case "weaker-rule":
    case "other-master":
    case "unexpected-cycle":
    case "charged-after-closing":
    case "cycle-missing":
      return park(ledger, leased, leased.work.problem ?? { code: "item", message: "A person must look." });
  }
}

async function applyPaid<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  const isPlaced = await applyEffect(ledger, leased, (end) =>
    placeOrder(ledger.host, end, { key: leased.work.id, payment: paidPayment(payment) }),
  );
  if (isPlaced && isSubscription(payment)) await applyWaiting(ledger, payment);
}

const waitForTheFirst: ReadonlySet<WorkKind> = new Set<WorkKind>(["cycle", "closed", "missed"]);

/** What came before the first payment of its subscription was placed need not wait for its next turn. */
async function applyWaiting<Tx>(ledger: Ledger<Tx>, { orderNumber, ...book }: Payment): Promise<void> {
  const { work } = await stored("read a book", ledger.store.book(book, { orderNumbers: [orderNumber] }));
  const isWaiting = (each: Work) =>
    each.orderNumber === orderNumber && each.status !== "done" && waitForTheFirst.has(each.kind);
  for (const { id } of work.filter(isWaiting)) {
    const due = { now: ledger.platform.now(), lease: newLease(ledger), limit: 1, id };
    await performAll(ledger, await stored("claim work", ledger.store.claim(due)));
  }
}

/** B-29: an attempt that nobody reported on by now is shown to a person, unless its reference is paid in another way. */
async function checkResult<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  const { orderNumber } = payment;
  await performAll(ledger, await settle(ledger, payment, [{ orderNumber, resultOverdue: true }]));
  await ledger.store.finish(leased.work.id, result(ledger, { note: "The result was checked." }));
}

/** The day has come when a cycle should have been paid: either it is, or a person and the shop hear of it (CYC-MISSING). */
async function askForCycle<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  const { orderNumber } = payment;
  const { id, cycle = 0 } = leased.work;
  await performAll(ledger, await settle(ledger, payment, [{ orderNumber, fallsDue: cycle }]));
  await ledger.store.finish(id, result(ledger, { note: "Somebody has looked whether it was paid." }));
}

/** After a change of keys or sign rules: what verifies now is judged and kept no longer, the rest stays an item. */
async function verifyAgain<Tx>(ledger: Ledger<Tx>, leased: Leased, payment: Payment): Promise<void> {
  const { orderNumber, quarantine } = payment;
  const { id } = leased.work;
  const released = await releaseVerified(ledger, payment);
  await performAll(ledger, await settle(ledger, payment, [{ orderNumber, released }]));
  const note = `${released.length} of ${quarantine.length} notifications verify now.`;
  const isOpen = (entry: Quarantined) =>
    workId(orderNumber, notVerifiedCause(entry.spell)) === id && !released.includes(entry.id);
  if (quarantine.some(isOpen))
    await park(ledger, leased, {
      code: "not_verified",
      message: `${note} Check the merchant key and the sign rules.`,
    });
  else await ledger.store.finish(id, result(ledger, { note }));
}
