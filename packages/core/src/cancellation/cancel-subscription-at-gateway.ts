import { applyFacts } from "../apply/apply-facts.ts";
import type { ClaimedJobWithAttempt } from "../apply/plan-changes.ts";
import type { EngineContext } from "../engine-context.ts";
import { type CancelErrorKind, errorMeaning, isPayIndexError } from "../errors.ts";
import type { Merchant } from "../options/merchant-list.ts";
import { requireOperationOption } from "../options/settings.ts";
import { type Attempt, attemptEventFields } from "../payment/attempt.ts";
import type { CancellationFact, CancelRequester } from "../payment/cancellation.ts";
import { buildCancelForm } from "../protocol/operations/operation-form.ts";
import {
  type CancelReply,
  callOperation,
  readCancelReply,
  type UnverifiedReason,
} from "../protocol/operations/operation-replies.ts";
import type { NoAnswer, NoAnswerReason } from "../protocol/post-form.ts";
import { requireMerchantOf } from "../verification/verify-received-notification.ts";

/** Why the gateway's answer to a cancellation is not clear: it proves nothing, or nobody can read it. */
export type UnclearCancelReason = UnverifiedReason | NoAnswerReason | "empty" | "not_json";

/** What the gateway answered to a cancellation. Only its status decides, never its text (CAN-REPLY). */
export type CancelAnswer =
  /** The gateway charges no further cycle. `closedAt`: since when the subscription is closed, as an ISO instant in UTC. */
  | { readonly outcome: "cancelled"; readonly closedAt: string }
  /** The gateway does not cancel the subscription, so charges go on. `text`: its reason, masked, for people. */
  | { readonly outcome: "refused"; readonly text?: string }
  /** The gateway gave no clear answer, so charges can go on. The shop asks again by itself, and opens a review item after the last time. */
  | { readonly outcome: "unclear"; readonly reason: UnclearCancelReason };

/** Runs the jobs that a changed payment needs. */
type RunClaimedJobs = (claimed: readonly ClaimedJobWithAttempt[]) => Promise<void>;

/**
 * Asks the gateway to cancel the subscription of an attempt, and applies a clear answer: only a confirmation closes the subscription
 * (CAN-CLOSED). Repeating it is safe, because the gateway cancels a subscription once.
 *
 * @throws PayIndexError `operation_disabled`, `merchant_missing`, `merchants_unavailable`, `store_unavailable`
 */
export async function cancelSubscriptionAtGateway(
  engine: EngineContext,
  attempt: Attempt,
  runJobs: RunClaimedJobs,
): Promise<CancelAnswer> {
  const operation = requireOperationOption(engine, "cancelSubscription");
  const merchant = await requireMerchantForCancellation(engine, attempt);
  const target = { attempt, merchant, operation };
  const reply = engine.queries.count(
    await callOperation(engine, target, { build: buildCancelForm, read: readCancelReply }),
  );
  const { answer, fact } = readReply(reply, engine.platform.now().toISOString());
  engine.emit({ event: "cancellation-answered", ...attemptEventFields(attempt), ...answer });
  if (fact === undefined) return answer;
  const update = { kind: "fact", attemptId: attempt.attemptId, fact } as const;
  await runJobs(await applyFacts(engine, attempt, { updates: [update] }));
  return answer;
}

/** @throws PayIndexError `merchant_missing`, `merchants_unavailable` */
export function requireMerchantForCancellation(engine: EngineContext, attempt: Attempt): Promise<Merchant> {
  return requireMerchantOf(engine, attempt, "Add it again, or cancel the subscription at the gateway.");
}

/** An unclear answer is no fact: it says nothing about the subscription. */
function readReply(
  reply: CancelReply | NoAnswer,
  at: string,
): { readonly answer: CancelAnswer; readonly fact?: CancellationFact } {
  switch (reply.outcome) {
    case "cancelled": {
      const lastCycle = cycleNumber(reply.lastCycle);
      const named = lastCycle === undefined ? {} : { lastCycle };
      return {
        answer: { outcome: "cancelled", closedAt: at },
        fact: { source: "cancellation", at, step: "confirmed", ...named },
      };
    }
    case "refused":
    case "rejected": {
      const text = reply.text === undefined ? {} : { text: reply.text };
      return {
        answer: { outcome: "refused", ...text },
        fact: { source: "cancellation", at, step: "refused", ...text },
      };
    }
    case "unverified":
    case "unknown":
      return { answer: { outcome: "unclear", reason: reply.reason } };
  }
}

/** The gateway's last cycle can be missing, or be no number of a cycle. */
function cycleNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/**
 * Cancels the subscription of a payment for its buyer. The caller has checked that the buyer owns it.
 *
 * @returns The outcome. `no-subscription`: there is nothing to cancel. `unavailable`: the gateway may have been asked.
 * @throws every other error. It is for the log, not for the buyer.
 */
export async function cancelSubscriptionForBuyer(
  gateway: { cancelSubscription(request: CancelRequest): Promise<CancelResult> },
  key: Pick<CancelRequest, "reference" | "tenant">,
): Promise<CancelResult | CancelErrorKind> {
  try {
    return await gateway.cancelSubscription({ ...key, by: "buyer" });
  } catch (error) {
    const kind = isPayIndexError(error) ? errorMeaning(error.code).cancel : undefined;
    if (kind === undefined) throw error;
    return kind;
  }
}

/** Which subscription to cancel, and who asks. */
export interface CancelRequest {
  /** The shop's own id of the order that started the subscription. */
  readonly reference: string;
  /** Default: `default`. */
  readonly tenant?: string;
  /** The attempt that started the subscription. Default: the winning one, or the paid one. */
  readonly attemptId?: string;
  /** `buyer`, after the shop has checked that this buyer owns the order, or the operator: `{ id, name }`. Stored and displayed. */
  readonly by: CancelRequester;
}

/** The outcome of a request to cancel a subscription. */
export type CancelResult =
  | CancelAnswer
  /** The last cycle of the plan is over, so nothing is left to cancel. Nothing was sent. */
  | { readonly outcome: "ended" }
  /** The shop has asked before without a clear answer, and asks again by itself. Nothing was sent now. */
  | { readonly outcome: "unclear"; readonly reason: "waiting" };

/** The outcome, as the APIs of admins and storefronts send it: null where the outcome has nothing. */
export interface CancelResultFields {
  readonly outcome: CancelResult["outcome"];
  /** With `cancelled`: since when the subscription is closed, as an ISO instant in UTC. */
  readonly closedAt: string | null;
  /** With `unclear`: a word of a closed list. */
  readonly reason: Extract<CancelResult, { readonly reason: unknown }>["reason"] | null;
  /** With `refused`: the gateway's text, if it gave one. */
  readonly text: string | null;
}

/** Returns the outcome with the same fields for each kind. */
export function toCancelResultFields(result: CancelResult): CancelResultFields {
  return { closedAt: null, reason: null, text: null, ...result };
}
