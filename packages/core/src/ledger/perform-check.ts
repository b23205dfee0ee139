import type { Payment, Quarantined } from "../payment/payment.ts";
import type { Ledger } from "./context.ts";
import { park, result } from "./end-work.ts";
import { releaseVerified } from "./quarantine.ts";
import { type BornLeased, settle } from "./settle.ts";
import { type Leased, notVerifiedCause, workId } from "./work.ts";

/** A job that checks something, with what it is about. */
export interface Check {
  readonly leased: Leased;
  readonly payment: Payment;
  /** Runs the jobs that the check led to. */
  readonly run: (leased: readonly BornLeased[]) => Promise<void>;
}

/** B-29: staff see an attempt that has no result by now, unless another attempt paid its reference. */
export async function checkResult<Tx>(ledger: Ledger<Tx>, { leased, payment, run }: Check): Promise<void> {
  const { orderNumber } = payment;
  await run(await settle(ledger, payment, [{ orderNumber, resultOverdue: true }]));
  await ledger.store.finish(leased.work.id, result(ledger, { note: "The result was checked." }));
}

/** A cycle should be paid by now: either it is, or staff and the shop learn of it (CYC-MISSING). */
export async function checkCycle<Tx>(ledger: Ledger<Tx>, { leased, payment, run }: Check): Promise<void> {
  const { orderNumber } = payment;
  const { id, cycle = 0 } = leased.work;
  await run(await settle(ledger, payment, [{ orderNumber, fallsDue: cycle }]));
  await ledger.store.finish(id, result(ledger, { note: "Somebody has looked whether it was paid." }));
}

/** After a change of keys or sign rules: processes the notifications that verify now; for the others the item stays open. */
export async function verifyAgain<Tx>(ledger: Ledger<Tx>, { leased, payment, run }: Check): Promise<void> {
  const { orderNumber, quarantine } = payment;
  const { id } = leased.work;
  const released = await releaseVerified(ledger, payment);
  await run(await settle(ledger, payment, [{ orderNumber, released }]));
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
