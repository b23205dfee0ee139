import { eventError } from "../observe.ts";
import type { Payment, Quarantined } from "../payment/payment.ts";
import { isSubscription } from "../subscription/subscription.ts";
import { orderChanged } from "./amount-due.ts";
import { type Ledger, stored } from "./context.ts";
import { waitForOther } from "./draft-placing.ts";
import { applyEffect, giveBack, park, result } from "./end-work.ts";
import { paidPayment } from "./host.ts";
import { newLease, renewLease, whileLeased } from "./keep-leases.ts";
import { applyClosed, applyCycle, applyMissed } from "./perform-cycle.ts";
import { placeOrder } from "./place-order.ts";
import { releaseVerified } from "./quarantine.ts";
import { type BornLeased, settle } from "./settle.ts";
import { type Leased, notVerifiedCause, type Work, type WorkKind, workId } from "./work.ts";

/** Runs leased jobs one after another, and keeps the leases of those that wait. Never throws, as `perform`. */
export async function performAll<Tx>(
  ledger: Ledger<Tx>,
  leased: readonly (Leased | BornLeased)[],
  others: OtherAttempts = "tried",
): Promise<void> {
  if (leased.length === 0) return;
  const waiting = new Set<Leased>(leased);
  await whileLeased(ledger, waiting, async () => {
    for (const each of leased) {
      await perform(ledger, each, others);
      waiting.delete(each);
    }
  });
}

/**
 * Does leased work: applies the host's effect and ends it, or gives it back for later, or to a person. Never throws: the
 * lease brings back what could not even be given back.
 */
async function perform<Tx>(
  ledger: Ledger<Tx>,
  leased: Leased | BornLeased,
  others: OtherAttempts,
): Promise<void> {
  const { work } = leased;
  try {
    const payment = "payment" in leased ? leased.payment : await ledger.store.find(work.orderNumber);
    if (payment === undefined)
      return await park(ledger, leased, { code: "payment_unknown", message: "Its payment is gone." });
    await performKind(ledger, leased, { payment, others });
  } catch (error) {
    await giveBack(ledger, { ...leased, beforePark: () => giveUpPlacing(ledger, leased) }, error);
  }
}

/** Whether the other paid attempts of the reference are tried after one whose order could not be placed (LED-WINS). */
type OtherAttempts = "tried" | "left";

async function performKind<Tx>(
  ledger: Ledger<Tx>,
  leased: Leased,
  { payment, others }: { readonly payment: Payment; readonly others: OtherAttempts },
): Promise<void> {
  switch (leased.work.kind) {
    case "paid":
      return applyPaid(ledger, leased, { payment, others });
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

async function applyPaid<Tx>(
  ledger: Ledger<Tx>,
  leased: Leased,
  { payment: paid, others }: { readonly payment: Payment; readonly others: OtherAttempts },
): Promise<void> {
  const payment = await beginPlacing(ledger, leased, paid);
  if (payment === undefined) return;
  const run = {
    ...leased,
    beforePark: () => giveUpPlacing(ledger, leased),
    afterDone: () => endOthers(ledger, payment),
  };
  const isPlaced = await applyEffect(ledger, run, (end) =>
    placeOrder(ledger.host, end, { key: leased.work.id, payment: paidPayment(payment) }),
  );
  if (!isPlaced && others === "tried") await placeAnother(ledger, payment);
  if (isPlaced && isSubscription(payment)) await applyWaiting(ledger, payment);
}

/**
 * The attempt with the right to have its order placed, which no other attempt of the reference has (LED-WINS). Undefined: another
 * attempt has it. Then the job waits, or has ended because the order is placed.
 */
async function beginPlacing<Tx>(
  ledger: Ledger<Tx>,
  leased: Leased,
  paid: Payment,
): Promise<Payment | undefined> {
  if (paid.takesReference) return paid;
  const { orderNumber } = paid;
  await performAll(ledger, await settle(ledger, paid, [{ orderNumber, placing: "begin" }]));
  const payment = await stored("find a payment", ledger.store.find(orderNumber));
  if (payment?.takesReference === true) return payment;
  const dueAt = new Date(ledger.platform.now().getTime() + waitForOther);
  const problem = { code: "other_attempt", message: "The order is being placed for another attempt." };
  await stored("postpone work", ledger.store.postpone(leased, { dueAt, problem }));
  return undefined;
}

/**
 * Before its job becomes an item, so that no other attempt waits for a person.
 *
 * @throws Error if the lease has ended: then another process may be placing the order for this attempt
 */
async function giveUpPlacing<Tx>(ledger: Ledger<Tx>, leased: Leased): Promise<void> {
  const { kind, orderNumber, ...key } = leased.work;
  if (kind !== "paid") return;
  if (!(await renewLease(ledger, leased)))
    throw new Error("The lease of the job ended before its order was placed.");
  await performAll(ledger, await settle(ledger, key, [{ orderNumber, placing: "failed" }]));
}

/** The other paid attempts of the reference are paid twice now (LED-WINS). If this fails, the next commit of the book does it. */
async function endOthers<Tx>(ledger: Ledger<Tx>, { tenant, reference }: Payment): Promise<void> {
  try {
    await performAll(ledger, await settle(ledger, { tenant, reference }));
  } catch (error) {
    ledger.observe({ event: "settle-postponed", tenant, reference, error: eventError(error) });
  }
}

/** Another paid attempt whose order waits, or whose amount did not fit before (LED-WINS). */
async function placeAnother<Tx>(ledger: Ledger<Tx>, { orderNumber, ...key }: Payment): Promise<void> {
  const { work } = await stored("read a book", ledger.store.book(key));
  const isOther = (each: Work) => each.kind === "paid" && each.orderNumber !== orderNumber;
  const mayFit = ({ status, problem }: Work) =>
    status === "due" || (status === "parked" && problem?.code === orderChanged);
  for (const { id } of work.filter((each) => isOther(each) && mayFit(each))) {
    const due = { now: ledger.platform.now(), lease: newLease(ledger), limit: 1, id };
    await performAll(ledger, await stored("claim work", ledger.store.claim(due)), "left");
  }
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
