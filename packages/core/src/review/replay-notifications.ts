import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import type { AttemptState } from "../payment/attempt-state.ts";
import type { Operator } from "../payment/operator.ts";
import { isOpenReviewItem } from "../payment/review-item.ts";
import { requireAttempt } from "./require-attempt.ts";
import { retryReviewItem } from "./retry-item.ts";

/** The attempt whose stored notifications are processed again, and who asks for it. */
export interface ReplayRequest {
  readonly attemptId: string;
  readonly operator: Operator;
}

/** What `replay` did. */
export interface ReplayResult {
  /** The number of pending notifications that were processed. */
  readonly processed: number;
  /** The number of quarantined notifications that verify now, and were processed. */
  readonly verified: number;
  /** The number of notifications that still do not verify. */
  readonly quarantined: number;
  /** The state of the attempt before and after. */
  readonly before: AttemptState;
  readonly state: AttemptState;
}

/** Processes the stored notifications of an attempt again; the contract is at `Gateway.replay`. */
export async function replayNotifications<Tx>(
  engine: EngineContext<Tx>,
  request: ReplayRequest,
): Promise<ReplayResult> {
  const { attemptId, operator } = Object(request) as ReplayRequest;
  const attempt = await requireAttempt(engine, attemptId);
  const { notifications, reviewItems } = await engine.store.load(attempt, { attemptIds: [attemptId] });
  const pending = notifications.filter((each) => each.attemptId === attemptId).length;
  await runLeasedJobs(engine, await applyFacts(engine, attempt));
  for (const item of reviewItems)
    if (item.kind === "not-verified" && item.attemptId === attemptId && isOpenReviewItem(item))
      await retryReviewItem(engine, item.id, { operator });
  const after = await requireAttempt(engine, attemptId);
  return {
    processed: pending,
    verified: attempt.quarantine.length - after.quarantine.length,
    quarantined: after.quarantine.length,
    before: attempt.state,
    state: after.state,
  };
}
