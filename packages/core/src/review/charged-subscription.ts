import { z } from "zod";
import type { CancelRequest, CancelResult } from "../cancellation/cancel-result.ts";
import type { EngineContext } from "../engine-context.ts";
import { PayIndexError, problemsOfSchemaIssues } from "../errors.ts";
import type { CancelRequester } from "../payment/cancellation.ts";
import type { Job } from "../payment/job.ts";
import {
  isCancellationRequest,
  wasSubscriptionCharged,
} from "../payment/subscription/close-cancelled-subscription.ts";
import { isSubscriptionAttempt, type SubscriptionAttempt } from "../payment/subscription/subscription.ts";
import {
  findCyclesWithOverdueItem,
  subscriptionStateOf,
} from "../payment/subscription/subscription-state.ts";
import { readPaymentKey } from "../ports/payment-key.ts";
import type { Payment, PaymentKey } from "../ports/store.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { cancelRequesterInputSchema } from "./operator-input.ts";

/** How often the gateway is asked for one subscription because its buyer asks. A page of the buyer can be reloaded without an end. */
const maxBuyerRequests = 10;

/** The newest attempts to load, as for a status. */
const newestAttempts = 10;

/** A subscription that the gateway charged, with what is stored about its payment. */
export interface ChargedSubscriptionAndPayment {
  readonly attempt: SubscriptionAttempt;
  readonly payment: Payment;
}

interface CheckedRequest {
  readonly key: PaymentKey;
  readonly attemptId: string | undefined;
  readonly by: CancelRequester;
}

/** @throws PayIndexError `sale_invalid`, `resolution_invalid` */
export function readCancelRequest(request: CancelRequest): CheckedRequest {
  const { attemptId, ...named } = Object(request) as CancelRequest;
  const key = readPaymentKey(named);
  const checked = z.object({ by: cancelRequesterInputSchema }).safeParse(named);
  if (checked.success) return { key, attemptId, by: checked.data.by };
  const message = "The cancellation does not say who asks for it. Nothing was sent.";
  throw new PayIndexError("resolution_invalid", message, {
    problems: problemsOfSchemaIssues(checked.error.issues),
  });
}

/**
 * Loads the subscription of a payment: the named one, otherwise that of the winning attempt, otherwise a paid one.
 *
 * @throws PayIndexError `attempt_unknown`, `subscription_missing`, `store_unavailable`
 */
export async function findChargedSubscription<Tx>(
  { store }: EngineContext<Tx>,
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
export function outcomeOfEndedSubscription<Tx>(
  { settings: { timeZone } }: EngineContext<Tx>,
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
export function findEarlierBuyerCancelResult<Tx>(
  { platform }: EngineContext<Tx>,
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
export function findOpenCancelJob({ attempt, payment }: ChargedSubscriptionAndPayment): Job | undefined {
  return payment.jobs.find(
    ({ kind, attemptId, status }) =>
      kind === "cancel-subscription" && attemptId === attempt.attemptId && status !== "completed",
  );
}

/** Returns the newest refusal of the gateway. */
export function lastCancelRefusalOf({ facts }: SubscriptionAttempt): { readonly text?: string } | undefined {
  const refusals = facts.flatMap((fact) =>
    fact.source === "cancellation" && fact.step === "refused" ? [fact] : [],
  );
  const [last] = refusals.slice(-1);
  return last && (last.text === undefined ? {} : { text: last.text });
}
