import { createLease } from "../apply/lease.ts";
import type { Engine } from "../engine.ts";
import { toEventError } from "../events.ts";
import type { PaymentKey } from "../ports/store.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { applyAndRun } from "./apply-and-run.ts";
import { runJobs } from "./run-job.ts";

/** Seconds that a notification is left to the request that brought it. */
const notificationGrace = 10;
const batchSize = 50;
/** Books that one round may fail on: what cannot be read must not keep the others waiting, nor a broken store busy. */
const maxFailures = 1000;

/** What one sweep processed. */
export interface SweepResult {
  /** The number of payments whose pending notifications were processed. */
  readonly settled: number;
  /** The number of jobs that were run. */
  readonly worked: number;
  /** The number of old notifications that were deleted. */
  readonly forgotten: number;
}

/**
 * What was left undone, in one round of limited size: notifications not judged, work that is due, retention. Any number of
 * processes may call it at any time.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function sweep<Tx>(ledger: Engine<Tx>): Promise<SweepResult> {
  ledger.refusals.flush();
  const now = ledger.platform.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const settled = await applyPendingNotifications(ledger, before(notificationGrace));
  const worked = await runDueJobs(ledger, batchSize);
  const forgotten = await wrapStoreErrors(
    "forget",
    ledger.store.forget(before(ledger.settings.retention), 1000),
  );
  return { settled, worked, forgotten };
}

/** The oldest first, and past those that fail: they are still there when the next are listed. */
async function applyPendingNotifications<Tx>(ledger: Engine<Tx>, before: Date): Promise<number> {
  const failed = new Set<string>();
  let settled = 0;
  while (settled < batchSize && failed.size < maxFailures) {
    const listed = await wrapStoreErrors(
      "list what is not judged",
      ledger.store.unsettled(before, batchSize + failed.size),
    );
    const next = listed.filter((key) => !failed.has(keyText(key)));
    if (next.length === 0) break;
    for (const key of next) {
      if (await applyAndRun(ledger, key)) settled++;
      else failed.add(keyText(key));
    }
  }
  return settled;
}

function keyText({ tenant, reference }: PaymentKey): string {
  return JSON.stringify([tenant, reference]);
}

/** One after the other: each is leased only when its turn comes, so that slow work does not outlive its lease. */
async function runDueJobs<Tx>(ledger: Engine<Tx>, limit: number): Promise<number> {
  let worked = 0;
  while (worked < limit) {
    const due = { now: ledger.platform.now(), lease: createLease(ledger), limit: 1 };
    const leased = await wrapStoreErrors("claim work", ledger.store.claim(due));
    if (leased.length === 0) break;
    await runJobs(ledger, leased);
    worked++;
  }
  return worked;
}

/** For a timer: sweeps, and tells the observer instead of throwing. */
export async function tick<Tx>(ledger: Engine<Tx>): Promise<void> {
  try {
    await sweep(ledger);
  } catch (error) {
    ledger.observe({ event: "tick-failed", error: toEventError(error) });
  }
}
