import { applyFacts, type ClaimedJobWithAttempt } from "../apply/apply-facts.ts";
import type { CancelRequest, CancelResult } from "../cancellation/cancel-result.ts";
import {
  type CancelAnswer,
  cancelSubscriptionAtGateway,
  requireMerchantForCancellation,
} from "../cancellation/cancel-subscription-at-gateway.ts";
import type { EngineContext } from "../engine-context.ts";
import { completeOrRetryCancelJob } from "../jobs/cancel-subscription-handler.ts";
import { runWithLeases } from "../jobs/keep-leases.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { claimJob } from "../jobs/waiting-jobs.ts";
import { requireOperationOption } from "../options/require-operation-option.ts";
import type { CancelRequester } from "../payment/cancellation.ts";
import type { Job, LeasedJob } from "../payment/job.ts";
import type { SubscriptionAttempt } from "../payment/subscription/subscription.ts";
import {
  type ChargedSubscriptionAndPayment,
  findChargedSubscription,
  findEarlierBuyerCancelResult,
  findOpenCancelJob,
  lastCancelRefusalOf,
  outcomeOfEndedSubscription,
  readCancelRequest,
} from "./charged-subscription.ts";

/** The function of `Gateway` that changes a subscription at the gateway. */
export interface CancelSubscriptionMethods {
  /**
   * Asks the gateway to cancel a subscription, and returns its answer. Commits the request before it calls the gateway, so a process that
   * ends loses no cancellation (CAN-COMMIT). Only a confirmation closes the subscription (CAN-CLOSED). Needs the option
   * `operations.cancelSubscription`, because the specification has no such call.
   *
   * Repeating it is safe. It sends nothing, and returns the known outcome, if the subscription is closed or its plan is completed. After
   * an unclear answer, the shop asks again by itself.
   *
   * @throws PayIndexError Only with `store_unavailable` can the gateway have been asked. The shop then asks it again by itself.
   *   - `operation_disabled`: the option is missing. `sale_invalid`, `resolution_invalid`: the reference or `by` is wrong.
   *   - `attempt_unknown`: no attempt has this reference, or this `attemptId`.
   *   - `subscription_missing`: the payment has no subscription that was charged.
   *   - `merchant_missing`, `merchants_unavailable`, `store_unavailable`, `gateway_closed`
   */
  cancelSubscription(request: CancelRequest): Promise<CancelResult>;
}

/** Cancels a subscription; the contract is at `CancelSubscriptionMethods.cancelSubscription`. */
export async function cancelSubscription<Tx>(
  engine: EngineContext<Tx>,
  request: CancelRequest,
): Promise<CancelResult> {
  const { key, attemptId, by } = readCancelRequest(request);
  requireOperationOption(engine, "cancelSubscription");
  const found = await findChargedSubscription(engine, key, attemptId);
  const known =
    outcomeOfEndedSubscription(engine, found) ??
    (by === "buyer" ? findEarlierBuyerCancelResult(engine, found) : undefined);
  if (known !== undefined) return known;
  await requireMerchantForCancellation(engine, found.attempt);
  const claimed = await commitRequest(engine, found.attempt, by);
  const requested = await findChargedSubscription(engine, key, found.attempt.attemptId);
  // A notification that reports the closing, or another caller, can have been faster.
  return outcomeOfEndedSubscription(engine, requested) ?? (await ask(engine, requested, claimed));
}

/** Returns the claimed job of the request. Undefined if an earlier request has an open job, or the subscription is closed by now. */
async function commitRequest<Tx>(
  engine: EngineContext<Tx>,
  { attemptId, tenant, reference }: SubscriptionAttempt,
  by: CancelRequester,
): Promise<LeasedJob | undefined> {
  const at = engine.platform.now().toISOString();
  const fact = { source: "cancellation", at, step: "requested", by } as const;
  const update = { kind: "fact", attemptId, fact } as const;
  const claimed = await applyFacts(engine, { tenant, reference }, { updates: [update] });
  const isOwn = ({ job }: ClaimedJobWithAttempt) =>
    job.kind === "cancel-subscription" && job.attemptId === attemptId;
  const own = claimed.find(isOwn);
  const others = claimed.filter((each) => each !== own);
  await runWithLeases(engine, new Set(own && [own]), () => runLeasedJobs(engine, others));
  return own;
}

async function ask<Tx>(
  engine: EngineContext<Tx>,
  requested: ChargedSubscriptionAndPayment,
  claimed: LeasedJob | undefined,
): Promise<CancelAnswer> {
  const { attempt } = requested;
  const open = findOpenCancelJob(requested);
  // Another caller's request ended in the meantime, without closing the subscription.
  if (claimed === undefined && open === undefined)
    return { outcome: "refused", ...lastCancelRefusalOf(attempt) };
  const answer = await askWithJob(engine, attempt, claimed ?? (await claimOpen(engine, open)));
  if (answer.outcome === "cancelled") return answer;
  const after = await engine.store.findAttempt(attempt.attemptId);
  const closedAt = after?.subscription?.closedAt;
  return closedAt === undefined ? answer : { outcome: "cancelled", closedAt };
}

async function claimOpen<Tx>(
  engine: EngineContext<Tx>,
  open: Job | undefined,
): Promise<LeasedJob | undefined> {
  return open === undefined ? undefined : claimJob(engine, open.id);
}

/**
 * Asks with the lease of the request's job. Without a lease, another process asks now: this one asks, too, so that both callers get the
 * gateway's answer. The gateway cancels a subscription once.
 */
async function askWithJob<Tx>(
  engine: EngineContext<Tx>,
  attempt: SubscriptionAttempt,
  leased: LeasedJob | undefined,
): Promise<CancelAnswer> {
  const send = () => cancelSubscriptionAtGateway(engine, attempt, (jobs) => runLeasedJobs(engine, jobs));
  if (leased === undefined) return send();
  return runWithLeases(engine, new Set([leased]), async () => {
    const answer = await send();
    await completeOrRetryCancelJob(engine, leased, answer);
    return answer;
  });
}
