import { applyFacts, type ClaimedJob } from "../apply/apply-facts.ts";
import type { Engine } from "../engine.ts";
import type { Attempt, UnverifiedNotification } from "../payment/attempt.ts";
import { jobId, type LeasedJob, notVerifiedItemKey } from "../payment/job.ts";
import { releaseVerifiedNotifications } from "../verification/reverify-quarantine.ts";
import { createJobOutcome, giveUpJob } from "./complete-job.ts";

/** A job that checks something, with what it is about. */
export interface CheckJobContext {
  readonly leased: LeasedJob;
  readonly payment: Attempt;
  /** Runs the jobs that the check led to. */
  readonly run: (leased: readonly ClaimedJob[]) => Promise<void>;
}

/** B-29: staff see an attempt that has no result by now, unless another attempt paid its reference. */
export async function runCheckResultJob<Tx>(
  ledger: Engine<Tx>,
  { leased, payment, run }: CheckJobContext,
): Promise<void> {
  const { orderNumber } = payment;
  await run(await applyFacts(ledger, payment, [{ orderNumber, resultOverdue: true }]));
  await ledger.store.finish(leased.work.id, createJobOutcome(ledger, { note: "The result was checked." }));
}

/** A cycle should be paid by now: either it is, or staff and the shop learn of it (CYC-MISSING). */
export async function runCheckCycleJob<Tx>(
  ledger: Engine<Tx>,
  { leased, payment, run }: CheckJobContext,
): Promise<void> {
  const { orderNumber } = payment;
  const { id, cycle = 0 } = leased.work;
  await run(await applyFacts(ledger, payment, [{ orderNumber, fallsDue: cycle }]));
  await ledger.store.finish(
    id,
    createJobOutcome(ledger, { note: "Somebody has looked whether it was paid." }),
  );
}

/** After a change of keys or sign rules: processes the notifications that verify now; for the others the item stays open. */
export async function reverifyQuarantine<Tx>(
  ledger: Engine<Tx>,
  { leased, payment, run }: CheckJobContext,
): Promise<void> {
  const { orderNumber, quarantine } = payment;
  const { id } = leased.work;
  const released = await releaseVerifiedNotifications(ledger, payment);
  await run(await applyFacts(ledger, payment, [{ orderNumber, released }]));
  const note = `${released.length} of ${quarantine.length} notifications verify now.`;
  const isOpen = (entry: UnverifiedNotification) =>
    jobId(orderNumber, notVerifiedItemKey(entry.spell)) === id && !released.includes(entry.id);
  if (quarantine.some(isOpen))
    await giveUpJob(ledger, leased, {
      code: "not_verified",
      message: `${note} Check the merchant key and the sign rules.`,
    });
  else await ledger.store.finish(id, createJobOutcome(ledger, { note }));
}
