import { applyFacts } from "../apply/apply-facts.ts";
import type { RequestedRefund } from "../apply/refund-request-changes.ts";
import type { Engine } from "../engine.ts";
import { PayIndexError } from "../errors.ts";
import { runJobs } from "../jobs/run-job.ts";
import { readResolutionCycle } from "./resolve-item.ts";

/** A refund that the shop asks for. */
export interface RefundRequest extends RequestedRefund {
  readonly attemptId: string;
  /** For a subscription: the later cycle to refund. Default: the sale. */
  readonly cycle?: number;
}

/**
 * Opens the review item `refund-requested`: the protocol has no refunds, so staff make the refund at the gateway and
 * record it. The item reports whether another refund of the same attempt or cycle was requested or recorded before.
 *
 * @throws PayIndexError `resolution_invalid`, `attempt_unknown`, `store_unavailable`
 */
export async function requestRefund<Tx>(
  engine: Engine<Tx>,
  { attemptId, cycle, dedupeKey, evidence, amount }: RefundRequest,
): Promise<void> {
  const attempt = await engine.store.findAttempt(attemptId);
  if (attempt === undefined)
    throw new PayIndexError("attempt_unknown", "No attempt has this gateway order ID.");
  const refund = { dedupeKey, evidence, amount };
  const namedCycle = readResolutionCycle(attempt, cycle);
  const update = { kind: "refund-request", attemptId, cycle: namedCycle, refund } as const;
  await runJobs(engine, await applyFacts(engine, attempt, { updates: [update] }));
}
