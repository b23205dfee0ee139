import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { claimJob } from "../jobs/waiting-jobs.ts";
import { identifyReturnOrRepeatToken, isStateTokenOfAttempt } from "../links/url-tokens.ts";
import { type Attempt, newestPartOf, partOf } from "../payment/attempt.ts";
import { type AttemptState, hasResult } from "../payment/attempt-state.ts";
import { type Job, jobKindRules } from "../payment/job.ts";
import { findPlacedOrder } from "../payment/placed-order.ts";
import { outcomeUrl, retryUrl } from "../ports/pages.ts";
import { isAttemptId, isUrlToken } from "../protocol/random-ids.ts";
import {
  computeInFlightSeconds,
  findReusablePaymentPageUrl,
  hasNoPaymentPage,
  isInFlight,
} from "../start/start-decision.ts";
import { bestState, type PaymentState, type PaymentStatus } from "./payment-status.ts";

/** The attempt that a buyer asks for, and the token that they have. */
export interface AttemptTokenRequest {
  readonly attemptId: string;
  readonly token: string;
}

/** The status for the buyer's browser, which only has the return token. It contains no amount and no name. */
export interface BuyerStatus {
  readonly reference: string;
  /** The tenant whose merchant the buyer pays. It can differ from the tenant of the payment (ENG-SPAN). */
  readonly tenant: string;
  readonly state: AttemptState;
  /**
   * The address to send the buyer to: the shop's page for this outcome. After a second click also the payment page, or the page to try
   * again if there is no payment page. Undefined: wait.
   */
  readonly url: string | undefined;
  /** The order of a paid payment. `staff`: a review item prevents it, or staff resolved the item without an order. Undefined if not paid. */
  readonly order: "placing" | "placed" | "staff" | undefined;
  /**
   * What the buyer waits for: the gateway's answer to the sale, or the confirmation of the payment. Undefined if the outcome is known or
   * the attempt is unreachable.
   */
  readonly awaits: "answer" | "confirmation" | undefined;
  /** Whether the gateway returned no payment page for this attempt, so that the buyer was not charged and can try again. */
  readonly isUnreachable: boolean;
}

/**
 * Returns the status of the attempt of this return token, and where to send its buyer. A paid attempt of the same payment counts. Another
 * open attempt does not make this buyer wait.
 *
 * @throws PayIndexError `attempt_unknown`, `store_unavailable`
 */
export async function buyerStatus(engine: EngineContext, request: AttemptTokenRequest): Promise<BuyerStatus> {
  const { attempt, kind } = await findAttemptByToken(engine, request, (found, token) =>
    identifyReturnOrRepeatToken(engine.secrets, found, token),
  );
  const { reference } = attempt;
  const tenant = attempt.merchantTenant;
  const { own, state, jobs } = await loadAttemptOutcome(engine, attempt);
  const isRepeat = kind === "repeat" && state === own.state;
  const url =
    outcomeUrl(engine, { tenant, reference, state }) ??
    (isRepeat ? urlForRepeatedStart(engine, own) : undefined);
  const order = state === "paid" ? orderProgressOf(jobs) : undefined;
  const isUnreachable = isRepeat && !hasResult(state) && hasNoPaymentPage(own, attemptPolicyInput(engine));
  const awaits = isRepeat && isInFlight(own, attemptPolicyInput(engine)) ? "answer" : "confirmation";
  const awaited = hasResult(state) || isUnreachable ? undefined : awaits;
  return { tenant, reference, state, url, order, awaits: awaited, isUnreachable };
}

/**
 * Returns the state of an attempt for the address that `start` returned for the buyer's app (URL-TOKENS).
 *
 * @throws PayIndexError `attempt_unknown`, `store_unavailable`
 */
export async function loadAttemptStateForApp(
  engine: EngineContext,
  request: AttemptTokenRequest,
): Promise<AttemptState> {
  const { attempt } = await findAttemptByToken(engine, request, async (found, token) =>
    (await isStateTokenOfAttempt(engine.secrets, found, token)) ? "state" : undefined,
  );
  return (await loadAttemptOutcome(engine, attempt)).state;
}

/**
 * A paid, reviewed or approved attempt of the same part counts more than the attempt itself. Asks the gateway in the background if
 * that is due, because the buyer waits.
 */
async function loadAttemptOutcome(engine: EngineContext, attempt: Attempt) {
  const { tenant, reference, attemptId } = attempt;
  const { attempts, jobs } = await engine.store.load({ tenant, reference }, { attemptIds: [attemptId] });
  const own = attempts.find((each) => each.attemptId === attemptId) ?? attempt;
  const ofPart = attempts.filter((each) => partOf(each) === partOf(own));
  const best = bestState(ofPart.map((each) => each.state));
  const state = best === "paid" || best === "review" || best === "approved" ? best : own.state;
  if (!hasResult(state)) startDueQueryInBackground(engine, own.attemptId, jobs);
  const partIds = new Set(ofPart.map((each) => each.attemptId));
  return { own, state, jobs: jobs.filter((job) => partIds.has(job.attemptId)) };
}

/** Paid and placed are two facts, and an operator can have dismissed an order that could not be placed. */
function orderProgressOf(jobs: readonly Job[]): NonNullable<BuyerStatus["order"]> {
  if (findPlacedOrder(jobs) !== undefined) return "placed";
  const placing = jobs.filter(({ kind }) => kind === "place-order");
  return placing.length === 0 || placing.some(({ status }) => status === "due") ? "placing" : "staff";
}

/**
 * Returns where to send a buyer who clicked twice. The browser drops the response to the first click, so it must get the same address:
 * the payment page, or the page to try again. A buyer who returns from there has another token, and is not sent there again.
 */
function urlForRepeatedStart(engine: EngineContext, attempt: Attempt): string | undefined {
  const policy = attemptPolicyInput(engine);
  const { reference, state } = attempt;
  const tenant = attempt.merchantTenant;
  if (hasNoPaymentPage(attempt, policy))
    return retryUrl(engine, { tenant, reference, state, reason: "unreachable" });
  return findReusablePaymentPageUrl(attempt, policy);
}

function attemptPolicyInput({ settings, platform }: EngineContext) {
  return { reuseFor: settings.reuseFor, inFlightFor: computeInFlightSeconds(settings), now: platform.now() };
}

async function findAttemptByToken<Kind>(
  engine: EngineContext,
  { attemptId, token }: AttemptTokenRequest,
  kindOf: (attempt: Attempt, token: string) => Promise<Kind | undefined>,
) {
  if (isAttemptId(attemptId) && isUrlToken(token)) {
    const attempt = await engine.store.findAttempt(attemptId);
    const kind = attempt && (await kindOf(attempt, token));
    if (attempt !== undefined && kind !== undefined) return { attempt, kind };
  }
  throw new PayIndexError("attempt_unknown", "No attempt has this address.");
}

type Payment = Pick<PaymentStatus, "state" | "openPart" | "attempts" | "reviewItems">;

/** The order of a buyer, as the host knows it. */
export interface HostOrderPlacedAndFree {
  /** Whether the host has placed the order, by this payment or in another way. */
  readonly isPlaced: boolean;
  /** Whether no part of its total must be paid through the gateway: it costs nothing, or other payment methods cover it. */
  readonly isFree: boolean;
}

/** The status of an order and its payment, for its buyer. */
export interface BuyerOrderStatus {
  readonly state: PaymentState;
  readonly isPlaced: boolean;
  /** Whether staff must resolve a review item before the order can be placed. False while the order is being placed. */
  readonly isBeingChecked: boolean;
}

/**
 * Returns the status that a buyer sees for an order. An order that the host placed in another way counts as placed. While the order of a
 * paid payment is being placed, the host's order can be incomplete, so it does not count.
 */
export function buyerOrderStatusOf(payment: Payment, order: HostOrderPlacedAndFree): BuyerOrderStatus {
  const isWaiting = isAwaitingReview(payment);
  const isBeingPlaced = payment.state === "paid" && !isWaiting;
  const isPlaced = isNewestPartPlaced(payment) || (order.isPlaced && !isBeingPlaced);
  return { state: orderState(payment.state, order), isPlaced, isBeingChecked: !isPlaced && isWaiting };
}

/** An order that the gateway need not be paid for has no payment in core, but counts as paid once it is placed. */
function orderState(state: PaymentState, { isPlaced, isFree }: HostOrderPlacedAndFree): PaymentState {
  return state === "none" && isPlaced && isFree ? "paid" : state;
}

function isNewestPartPlaced({ openPart, attempts }: Payment): boolean {
  return newestPartOf(attempts) < openPart;
}

function isAwaitingReview(payment: Payment): boolean {
  const { state, attempts, reviewItems } = payment;
  if (state === "review") return true;
  if (state !== "paid" || isNewestPartPlaced(payment)) return false;
  const part = newestPartOf(attempts);
  const winner = attempts.find((attempt) => attempt.isWinning && attempt.part === part)?.attemptId;
  return reviewItems.some(
    ({ kind, attemptId }) => kind === "order-not-placed" && (winner === undefined || winner === attemptId),
  );
}

/**
 * Runs a query of this attempt that is due, because its buyer waits and the next sweep can be late (QRY-RETURN). Does not make the buyer
 * wait for the gateway.
 */
function startDueQueryInBackground(engine: EngineContext, attemptId: string, jobs: readonly Job[]): void {
  if (engine.settings.operations.query === undefined || engine.queries.restLeft > 0) return;
  const now = engine.platform.now().getTime();
  const due = jobs.find(
    (job) =>
      job.attemptId === attemptId &&
      jobKindRules[job.kind].asksGateway &&
      job.status === "due" &&
      Date.parse(job.dueAt) <= now,
  );
  if (due !== undefined) engine.runInBackground(claimAndRun(engine, due.id));
}

async function claimAndRun(engine: EngineContext, jobId: string): Promise<void> {
  const leased = await claimJob(engine, jobId);
  if (leased !== undefined) await runLeasedJobs(engine, [leased]);
}
