import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import type { Attempt } from "../payment/attempt.ts";
import { isSuccess } from "../payment/fact-kinds.ts";
import type { InboxEntry } from "../ports/store.ts";

/** Milliseconds after the first report. Gateways of this family send their last retry within minutes (REP-RETRY). */
const lastRetryAfter = 60 * 60_000;

/**
 * Schedules that the gateway is asked about a success that it repeated long after the first one: recorded gateways report a refund of their
 * back office like this (QRY-REPEAT). Only of the sale itself, and only with the option `operations.query`. Never throws.
 */
export async function askAfterLateRepeat<Tx>(
  engine: EngineContext<Tx>,
  { attemptId, tenant, reference, facts }: Attempt,
  repeat: InboxEntry,
): Promise<void> {
  const first = facts.find((fact) => fact.source === "notification" && fact.id === repeat.fact.id);
  const isLate = first !== undefined && repeat.receivedAt.getTime() - Date.parse(first.at) >= lastRetryAfter;
  if (!isLate || !isSuccess(first) || engine.settings.operations.query === undefined) return;
  try {
    const update = { kind: "late-repeat", attemptId, at: repeat.receivedAt } as const;
    await applyFacts(engine, { tenant, reference }, { updates: [update] });
  } catch (error) {
    engine.emit({ event: "processing-postponed", tenant, reference, error: toEventError(error) });
  }
}
