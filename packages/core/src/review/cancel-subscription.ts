import { z } from "zod";
import { applyFacts } from "../apply/apply-facts.ts";
import type { ClaimedJobWithAttempt } from "../apply/plan-changes.ts";
import {
  type CancelAnswer,
  type CancelRequest,
  type CancelResult,
  cancelSubscriptionAtGateway,
  requireMerchantForCancellation,
} from "../cancellation/cancel-subscription-at-gateway.ts";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, readInput } from "../errors.ts";
import { completeOrRetryCancelJob } from "../jobs/cycle-handlers.ts";
import { runWithLeases } from "../jobs/keep-leases.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { claimJob } from "../jobs/waiting-jobs.ts";
import { requireOperationOption } from "../options/settings.ts";
import type { CancelRequester } from "../payment/cancellation.ts";
import type { Job, LeasedJob } from "../payment/job.ts";
import { isSubscriptionAttempt, type SubscriptionAttempt } from "../payment/subscription/subscription.ts";
import {
  findCyclesWithOverdueItem,
  isCancellationRequest,
  subscriptionStateOf,
  wasSubscriptionCharged,
} from "../payment/subscription/subscription-state.ts";
import { readPaymentKey } from "../ports/paid-payment.ts";
import type { Payment, PaymentKey } from "../ports/store.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { cancelRequesterInputSchema } from "./operator-input.ts";

/** How often the gateway is asked for one subscription because its buyer asks. A page of the buyer can be reloaded without an end. */
const maxBuyerRequests = 10;

/** The newest attempts to load, as for a status. */
const newestAttempts = 10;

/** A subscription that the gateway charged, with what is stored about its payment. */
interface ChargedSubscriptionAndPayment {
  readonly attempt: SubscriptionAttempt;
  readonly payment: Payment;
}

/** @throws PayIndexError `sale_invalid`, `resolution_invalid` */
function readCancelRequest(request: CancelRequest) {
  const { attemptId, ...named } = Object(request) as CancelRequest;
  const key = readPaymentKey(named);
  const message = "The cancellation does not say who asks for it. Nothing was sent.";
  const schema = z.object({ by: cancelRequesterInputSchema() });
  return { key, attemptId, ...readInput(schema, named, { code: "resolution_invalid", message }) };
}

/**
 * Loads the subscription of a payment: the named one, otherwise that of the winning attempt, otherwise a paid one.
 *
 * @throws PayIndexError `attempt_unknown`, `subscription_missing`, `store_unavailable`
 */
async function findChargedSubscription(
  { store }: EngineContext,
  key: PaymentKey,
  attemptId: string | undefined,
): Promise<ChargedSubscriptionAndPayment> {
  const attemptIds = isAttemptId(attemptId) ? [attemptId] : [];
  const payment = await store.load(key, { cycles: "all", newest: newestAttempts, attemptIds });
  const named = payment.attempts.filter((each) => attemptId === undefined || each.attemptId === attemptId);
  if (named.length === 0) throw unknownAttempt(attemptId);
  const charged = named.filter(isSubscriptionAttempt).filter(wasSubscriptionCharged);
  const attempt =
    charged.find(({ isWinning }) => isWinning) ??
    charged.find(({ state }) => state === "paid") ??
    charged.at(-1);
  if (attempt !== undefined) return { attempt, payment };
  throw missingSubscription(named.some(isSubscriptionAttempt));
}

function unknownAttempt(attemptId: string | undefined): PayIndexError {
  const message =
    attemptId === undefined
      ? "No attempt has this reference. Check the reference and the tenant."
      : "No attempt of this reference has this gateway order ID.";
  return new PayIndexError("attempt_unknown", message);
}

function missingSubscription(hasAttempt: boolean): PayIndexError {
  const message = hasAttempt
    ? "The subscription was never charged, so there is nothing to cancel. If its first payment is not decided, wait for its result."
    : "This payment is no subscription, so there is nothing to cancel.";
  return new PayIndexError("subscription_missing", message);
}

/** Returns the outcome for a subscription that the gateway charges no more. Undefined: it has to be asked. */
function outcomeOfEndedSubscription(
  { settings: { timeZone } }: EngineContext,
  { attempt, payment }: ChargedSubscriptionAndPayment,
): CancelResult | undefined {
  const { attemptId, subscription } = attempt;
  if (subscription?.closedAt !== undefined) return { outcome: "cancelled", closedAt: subscription.closedAt };
  const later = payment.cycles.filter((cycle) => cycle.attemptId === attemptId);
  const overdue = findCyclesWithOverdueItem(attemptId, payment.reviewItems);
  const state = subscriptionStateOf(attempt, { later, overdue, timeZone });
  return state === "ended" ? { outcome: "ended" } : undefined;
}

/**
 * Returns the outcome of a buyer's earlier request, if the gateway is not asked anew for it: the shop asks again by itself, or the buyer
 * asked too often.
 */
function findEarlierBuyerCancelResult(
  { platform }: EngineContext,
  subscription: ChargedSubscriptionAndPayment,
): CancelResult | undefined {
  const { attempt } = subscription;
  const open = findOpenCancelJob(subscription);
  const isWaiting = (job: Job) => job.status === "given-up" || new Date(job.dueAt) > platform.now();
  const requests = attempt.facts.filter(isCancellationRequest).filter(({ by }) => by === "buyer");
  const isTooOften = requests.length >= maxBuyerRequests;
  if (open !== undefined && (isTooOften || isWaiting(open))) return { outcome: "unclear", reason: "waiting" };
  const refusal = lastCancelRefusalOf(attempt);
  return isTooOften && refusal !== undefined ? { outcome: "refused", ...refusal } : undefined;
}

/** Returns the job of a request that has no clear outcome yet. */
function findOpenCancelJob({ attempt, payment }: ChargedSubscriptionAndPayment): Job | undefined {
  return payment.jobs.find(
    ({ kind, attemptId, status }) =>
      kind === "cancel-subscription" && attemptId === attempt.attemptId && status !== "completed",
  );
}

/** Returns the newest refusal of the gateway. */
function lastCancelRefusalOf({ facts }: SubscriptionAttempt): { readonly text?: string } | undefined {
  const refusals = facts.flatMap((fact) =>
    fact.source === "cancellation" && fact.step === "refused" ? [fact] : [],
  );
  const [last] = refusals.slice(-1);
  return last && (last.text === undefined ? {} : { text: last.text });
}

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
export async function cancelSubscription(
  engine: EngineContext,
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
async function commitRequest(
  engine: EngineContext,
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

async function ask(
  engine: EngineContext,
  requested: ChargedSubscriptionAndPayment,
  claimed: LeasedJob | undefined,
): Promise<CancelAnswer> {
  const { attempt } = requested;
  const open = findOpenCancelJob(requested);
  // Another caller's request ended in the meantime, without closing the subscription.
  if (claimed === undefined && open === undefined)
    return { outcome: "refused", ...lastCancelRefusalOf(attempt) };
  const leased = claimed ?? (open && (await claimJob(engine, open.id)));
  const answer = await askWithJob(engine, attempt, leased);
  if (answer.outcome === "cancelled") return answer;
  const after = await engine.store.findAttempt(attempt.attemptId);
  const closedAt = after?.subscription?.closedAt;
  return closedAt === undefined ? answer : { outcome: "cancelled", closedAt };
}

/**
 * Asks with the lease of the request's job. Without a lease, another process asks now: this one asks, too, so that both callers get the
 * gateway's answer. The gateway cancels a subscription once.
 */
async function askWithJob(
  engine: EngineContext,
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
