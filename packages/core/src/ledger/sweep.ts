import { eventError } from "../observe.ts";
import { type Ledger, stored } from "./context.ts";
import { newLease } from "./keep-leases.ts";
import { performAll } from "./perform.ts";
import { settleAndPerform } from "./receive.ts";
import type { BookKey } from "./store.ts";

/** Seconds that a notification is left to the request that brought it. */
const grace = 10;
const batch = 50;
/** Books that one round may fail on: what cannot be read must not keep the others waiting, nor a broken store busy. */
const patience = 1000;

export interface Swept {
  /** Books with notifications that nobody had judged, and that are judged now. */
  readonly settled: number;
  readonly worked: number;
  readonly forgotten: number;
}

/**
 * What was left undone, in one round of limited size: notifications not judged, work that is due, retention. Any number of
 * processes may call it at any time.
 *
 * @throws PayIndexError `store_unavailable`
 */
export async function sweep<Tx>(ledger: Ledger<Tx>): Promise<Swept> {
  ledger.refusals.flush();
  const now = ledger.platform.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const settled = await settleOpen(ledger, before(grace));
  const worked = await workOff(ledger, batch);
  const forgotten = await stored("forget", ledger.store.forget(before(ledger.settings.retention), 1000));
  return { settled, worked, forgotten };
}

/** The oldest first, and past those that fail: they are still there when the next are listed. */
async function settleOpen<Tx>(ledger: Ledger<Tx>, before: Date): Promise<number> {
  const failed = new Set<string>();
  let settled = 0;
  while (settled < batch && failed.size < patience) {
    const listed = await stored(
      "list what is not judged",
      ledger.store.unsettled(before, batch + failed.size),
    );
    const next = listed.filter((key) => !failed.has(nameOf(key)));
    if (next.length === 0) break;
    for (const key of next) {
      if (await settleAndPerform(ledger, key)) settled++;
      else failed.add(nameOf(key));
    }
  }
  return settled;
}

function nameOf({ tenant, reference }: BookKey): string {
  return JSON.stringify([tenant, reference]);
}

/** One after the other: each is leased only when its turn comes, so that slow work does not outlive its lease. */
async function workOff<Tx>(ledger: Ledger<Tx>, limit: number): Promise<number> {
  let worked = 0;
  while (worked < limit) {
    const due = { now: ledger.platform.now(), lease: newLease(ledger), limit: 1 };
    const leased = await stored("claim work", ledger.store.claim(due));
    if (leased.length === 0) break;
    await performAll(ledger, leased);
    worked++;
  }
  return worked;
}

/** For a timer: sweeps, and tells the observer instead of throwing. */
export async function tick<Tx>(ledger: Ledger<Tx>): Promise<void> {
  try {
    await sweep(ledger);
  } catch (error) {
    ledger.observe({ event: "tick-failed", error: eventError(error) });
  }
}
