import { eventError } from "../observe.ts";
import { type Ledger, stored } from "./context.ts";
import { perform } from "./perform.ts";
import { settleAndPerform } from "./receive.ts";
import { newLease } from "./settle.ts";

/** Seconds that a notification is left to the request that brought it. */
const grace = 10;
const batch = 50;

export interface Swept {
  /** Books that had notifications nobody judged. */
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
  const now = ledger.platform.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const keys = await stored("list what is not judged", ledger.store.unsettled(before(grace), batch));
  for (const key of keys) await settleAndPerform(ledger, key);
  const worked = await workOff(ledger, batch);
  const forgotten = await stored("forget", ledger.store.forget(before(ledger.settings.retention), 1000));
  return { settled: keys.length, worked, forgotten };
}

/** One after the other: each is leased only when its turn comes, so that slow work does not outlive its lease. */
async function workOff<Tx>(ledger: Ledger<Tx>, limit: number): Promise<number> {
  let worked = 0;
  while (worked < limit) {
    const due = { now: ledger.platform.now(), lease: newLease(ledger), limit: 1 };
    const [leased] = await stored("claim work", ledger.store.claim(due));
    if (leased === undefined) break;
    await perform(ledger, leased);
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
