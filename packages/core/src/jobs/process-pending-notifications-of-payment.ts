import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import type { InboxEntry, PaymentKey } from "../ports/store.ts";
import { runLeasedJobs } from "./run-leased-jobs.ts";

/**
 * Applies the pending notifications of a payment, then runs the jobs that follow. Never throws. Returns false if an error prevented it:
 * the next sweep repeats it.
 *
 * @param received the notification that was received just now
 */
export async function processPendingNotificationsOfPayment<Tx>(
  engine: EngineContext<Tx>,
  { tenant, reference }: PaymentKey,
  received?: InboxEntry,
): Promise<boolean> {
  try {
    await runLeasedJobs(engine, await applyFacts(engine, { tenant, reference }, { received }));
    return true;
  } catch (error) {
    engine.emit({ event: "processing-postponed", tenant, reference, error: toEventError(error) });
    return false;
  }
}
