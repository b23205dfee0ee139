import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import type { InboxEntry, PaymentKey } from "../ports/store.ts";
import { runLeasedJobs } from "./run-leased-jobs.ts";

/** A run that has not committed its facts, and the run that follows it. */
interface ApplyingRun {
  readonly applying: Promise<unknown>;
  next: Promise<boolean> | undefined;
}

/** The runs of each engine, by payment. */
const applyingRuns = new WeakMap<object, Map<string, ApplyingRun>>();

/**
 * Applies the pending notifications of a payment, then runs the jobs that follow. Never throws. Returns false if an error prevented it:
 * the next sweep repeats it. Notifications of one payment that arrive while others are applied share the next run, so that a flood of one
 * payment delays no other payment (STATE-BOUND).
 *
 * @param received the notification that was received just now
 */
export function processPendingNotificationsOfPayment<Tx>(
  engine: EngineContext<Tx>,
  { tenant, reference }: PaymentKey,
  received?: InboxEntry,
): Promise<boolean> {
  const runs = applyingRuns.get(engine) ?? new Map<string, ApplyingRun>();
  applyingRuns.set(engine, runs);
  const id = JSON.stringify([tenant, reference]);
  const start = async () => {
    const applying = applyFacts(engine, { tenant, reference }, { received });
    const run: ApplyingRun = { applying, next: undefined };
    runs.set(id, run);
    try {
      const claimed = await applying.finally(() => run.next === undefined && runs.delete(id));
      await runLeasedJobs(engine, claimed);
      return true;
    } catch (error) {
      engine.emit({ event: "processing-postponed", tenant, reference, error: toEventError(error) });
      return false;
    }
  };
  const running = runs.get(id);
  if (running === undefined) return start();
  running.next ??= running.applying.then(start, start);
  return running.next;
}
