import { applyFacts } from "../apply/apply-facts.ts";
import type { Engine } from "../engine.ts";
import { toEventError } from "../events/event-error.ts";
import { runJobs } from "../jobs/run-job.ts";
import { type Attempt, attemptFields } from "../payment/attempt.ts";
import { hasReturnHint } from "../payment/return-hint.ts";
import { type RunInBackground, withTimeout } from "../platform.ts";
import type { ReturnHint, ReturnResult } from "../protocol/buyer-return.ts";

/** Milliseconds that the buyer waits for the store. The hint is for staff, and the buyer has to go on. */
const longestWait = 1000;

/**
 * Stores what the buyer's browser reported, for staff (RET-HINT). It changes no state. Never throws: if the store is unavailable, the
 * hint is lost, and the buyer gets to the waiting page.
 */
export async function recordReturn<Tx>(
  engine: Engine<Tx>,
  { attemptId, hint }: { readonly attemptId: string; readonly hint: ReturnHint },
  runInBackground: RunInBackground,
): Promise<void> {
  if (hint === "unreadable") return;
  const attempt = await engine.store.findAttempt(attemptId).catch(() => undefined);
  if (attempt === undefined || hasReturnHint(attempt, hint)) return;
  const storing = storeHint(engine, attempt, { result: hint, runInBackground }).catch((error) =>
    engine.emit({ event: "return-not-stored", ...attemptFields(attempt), error: toEventError(error) }),
  );
  runInBackground(storing);
  await withTimeout(engine.platform, longestWait, storing);
}

async function storeHint<Tx>(
  engine: Engine<Tx>,
  attempt: Attempt,
  { result, runInBackground }: { readonly result: ReturnResult; readonly runInBackground: RunInBackground },
): Promise<void> {
  const hint = { at: engine.platform.now().toISOString(), result };
  const { attemptId } = attempt;
  const leased = await applyFacts(engine, attempt, { updates: [{ kind: "return-hint", attemptId, hint }] });
  runInBackground(runJobs(engine, leased));
}
