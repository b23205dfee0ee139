import { applyFacts } from "../apply/apply-facts.ts";
import type { Engine } from "../engine.ts";
import { toEventError } from "../events.ts";
import type { PaymentKey } from "../ports/store.ts";
import { runJobs } from "./run-job.ts";

/**
 * Applies the pending notifications of a payment, then runs the jobs that this leads to. Never throws. False: an error prevented it, and
 * the next sweep repeats it.
 */
export async function applyAndRun<Tx>(
  ledger: Engine<Tx>,
  { tenant, reference }: PaymentKey,
): Promise<boolean> {
  try {
    const leased = await applyFacts(ledger, { tenant, reference });
    await runJobs(ledger, leased);
    return true;
  } catch (error) {
    ledger.observe({ event: "settle-postponed", tenant, reference, error: toEventError(error) });
    return false;
  }
}
