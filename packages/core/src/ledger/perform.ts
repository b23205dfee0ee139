import { eventError } from "../observe.ts";
import type { Payment } from "../payment/payment.ts";
import { isSubscription } from "../subscription/subscription.ts";
import { type Ledger, stored } from "./context.ts";
import { waitForOther } from "./draft-placing.ts";
import { applyEffect, giveBack, park } from "./end-work.ts";
import { paidPayment } from "./host.ts";
import { renewLease, whileLeased } from "./keep-leases.ts";
import { checkCycle, checkResult, verifyAgain } from "./perform-check.ts";
import { applyClosed, applyCycle, applyMissed } from "./perform-cycle.ts";
import { bookRefund } from "./perform-refund.ts";
import { placeOrder } from "./place-order.ts";
import { type BornLeased, settle } from "./settle.ts";
import { claimOne, jobsAfterFirstOrder, otherPlacings } from "./waiting-work.ts";
import type { Leased } from "./work.ts";

type Job = Leased | BornLeased;

/** Runs leased jobs one after another, and keeps the leases of those that wait. Never throws, as `perform`. */
export async function performAll<Tx>(
  ledger: Ledger<Tx>,
  leased: readonly Job[],
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
async function perform<Tx>(ledger: Ledger<Tx>, leased: Job, others: OtherAttempts): Promise<void> {
  try {
    const { orderNumber } = leased.work;
    const payment = "payment" in leased ? leased.payment : await ledger.store.find(orderNumber);
    if (payment === undefined)
      return await park(ledger, leased, { code: "payment_unknown", message: "Its payment is gone." });
    await performKind(ledger, leased, { payment, others });
  } catch (error) {
    await giveBack(ledger, { ...leased, beforePark: () => giveUpPlacing(ledger, leased) }, error);
  }
}

/** Whether the other paid attempts of the reference are tried after one whose order could not be placed (LED-WINS). */
type OtherAttempts = "tried" | "left";

interface Task {
  readonly payment: Payment;
  readonly others: OtherAttempts;
}

async function performKind<Tx>(ledger: Ledger<Tx>, leased: Leased, task: Task): Promise<void> {
  const { payment } = task;
  const run = (jobs: readonly BornLeased[]) => performAll(ledger, jobs);
  switch (leased.work.kind) {
    case "paid":
      return applyPaid(ledger, leased, task);
    case "cycle":
      return applyCycle(ledger, leased, payment);
    case "closed":
      return applyClosed(ledger, leased, payment);
    case "missed":
      return applyMissed(ledger, leased, payment);
    case "book-refund":
      return bookRefund(ledger, leased, payment);
    case "check-result":
      return checkResult(ledger, { leased, payment, run });
    case "cycle-due":
      return checkCycle(ledger, { leased, payment, run });
    case "not-verified":
      return verifyAgain(ledger, { leased, payment, run });
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

async function applyPaid<Tx>(ledger: Ledger<Tx>, leased: Leased, task: Task): Promise<void> {
  const payment = await beginPlacing(ledger, leased, task.payment);
  if (payment === undefined) return;
  const run = {
    ...leased,
    beforePark: () => giveUpPlacing(ledger, leased),
    afterDone: () => endOthers(ledger, payment),
  };
  const isPlaced = await applyEffect(ledger, run, (end) =>
    placeOrder(ledger.host, end, { key: leased.work.id, payment: paidPayment(payment) }),
  );
  if (!isPlaced && task.others === "tried")
    for (const id of await otherPlacings(ledger, payment))
      await performAll(ledger, await claimOne(ledger, id), "left");
  if (isPlaced && isSubscription(payment))
    for (const id of await jobsAfterFirstOrder(ledger, payment))
      await performAll(ledger, await claimOne(ledger, id));
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
