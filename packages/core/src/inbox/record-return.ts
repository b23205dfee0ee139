import { applyFacts } from "../apply/apply-facts.ts";
import type { PaymentUpdate } from "../apply/payment-update.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { type Attempt, attemptEventFields } from "../payment/attempt.ts";
import { hasResult } from "../payment/attempt-state.ts";
import { hasReturnHint } from "../payment/return-hint.ts";
import { waitAtMost } from "../platform.ts";
import type { ReturnHint } from "../protocol/buyer-return.ts";

/** Milliseconds that the buyer waits for the store. The hint is for staff, and the buyer has to go on. */
const longestWait = 1000;

/** Seconds for which the gateway's notification may be later than the buyer. */
const notificationTime = 3;

/**
 * Stores what the buyer's browser reported, for staff (RET-HINT), and schedules that the gateway is asked if the option `operations` names
 * the query (QRY-RETURN). It changes no state. Never throws: if the store is unavailable, the hint is lost, and the buyer gets to the
 * waiting page.
 */
export async function recordReturn(
  engine: EngineContext,
  { attemptId, hint }: { readonly attemptId: string; readonly hint: ReturnHint },
): Promise<void> {
  const asks = engine.settings.operations.query !== undefined;
  if (hint === "unreadable" && !asks) return;
  const attempt = await engine.store.findAttempt(attemptId).catch(() => undefined);
  if (attempt === undefined) return;
  const isKnown = hint === "unreadable" || hasReturnHint(attempt, hint);
  if (isKnown && (!asks || hasResult(attempt.state))) return;
  const storing = storeReturn(engine, attempt, hint).catch((error) =>
    engine.emit({ event: "return-not-stored", ...attemptEventFields(attempt), error: toEventError(error) }),
  );
  engine.runInBackground(storing);
  await waitAtMost(engine.platform, longestWait, storing);
}

async function storeReturn(engine: EngineContext, attempt: Attempt, hint: ReturnHint): Promise<void> {
  const updates = updatesOfReturn(engine, attempt, hint);
  if (updates.length > 0)
    engine.runInBackground(runLeasedJobs(engine, await applyFacts(engine, attempt, { updates })));
}

function updatesOfReturn(
  { platform, settings }: EngineContext,
  { attemptId, state }: Attempt,
  hint: ReturnHint,
): PaymentUpdate[] {
  const now = platform.now();
  const updates: PaymentUpdate[] = [];
  if (hint !== "unreadable")
    updates.push({ kind: "return-hint", attemptId, hint: { at: now.toISOString(), result: hint } });
  if (settings.operations.query !== undefined && !hasResult(state)) {
    const dueAt = new Date(now.getTime() + notificationTime * 1000);
    updates.push({ kind: "query-after-return", attemptId, dueAt });
  }
  return updates;
}
