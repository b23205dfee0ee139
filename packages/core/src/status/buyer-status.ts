import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { startDueQueryInBackground } from "../jobs/start-due-query-in-background.ts";
import { identifyReturnOrRepeatToken, isStateTokenOfAttempt } from "../links/url-tokens.ts";
import type { Attempt } from "../payment/attempt.ts";
import { type AttemptState, hasResult } from "../payment/attempt-state.ts";
import type { Job } from "../payment/job.ts";
import { findPlacedOrder } from "../payment/placed-order.ts";
import type { RunInBackground } from "../platform.ts";
import { outcomeUrl, retryUrl } from "../ports/pages.ts";
import { isAttemptId, isUrlToken } from "../protocol/random-ids.ts";
import {
  computeInFlightSeconds,
  findReusablePaymentPageUrl,
  hasNoPaymentPage,
  isInFlight,
} from "../start/start-decision.ts";
import { paymentStateOf } from "./payment-status.ts";

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
export async function buyerStatus<Tx>(
  engine: EngineContext<Tx>,
  request: AttemptTokenRequest,
  runInBackground: RunInBackground,
): Promise<BuyerStatus> {
  const { attempt, kind } = await findAttemptByToken(engine, request, (found, token) =>
    identifyReturnOrRepeatToken(engine.secrets, found, token),
  );
  const { reference } = attempt;
  const tenant = attempt.merchantTenant;
  const { own, state, jobs } = await loadAttemptOutcome(engine, attempt, runInBackground);
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
export async function loadAttemptStateForApp<Tx>(
  engine: EngineContext<Tx>,
  request: AttemptTokenRequest,
  runInBackground: RunInBackground,
): Promise<AttemptState> {
  const { attempt } = await findAttemptByToken(engine, request, async (found, token) =>
    (await isStateTokenOfAttempt(engine.secrets, found, token)) ? "state" : undefined,
  );
  return (await loadAttemptOutcome(engine, attempt, runInBackground)).state;
}

/**
 * A paid, reviewed or approved attempt of the same payment counts more than the attempt itself. Asks the gateway in the background if
 * that is due, because the buyer waits.
 */
async function loadAttemptOutcome<Tx>(
  engine: EngineContext<Tx>,
  attempt: Attempt,
  runInBackground: RunInBackground,
) {
  const { tenant, reference, attemptId } = attempt;
  const { attempts, jobs } = await engine.store.load({ tenant, reference }, { attemptIds: [attemptId] });
  const own = attempts.find((each) => each.attemptId === attemptId) ?? attempt;
  const best = paymentStateOf(attempts);
  const state = best === "paid" || best === "review" || best === "approved" ? best : own.state;
  if (!hasResult(state)) startDueQueryInBackground(engine, { attempt: own, jobs, runInBackground });
  return { own, state, jobs };
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
function urlForRepeatedStart<Tx>(engine: EngineContext<Tx>, attempt: Attempt): string | undefined {
  const policy = attemptPolicyInput(engine);
  const { reference, state } = attempt;
  const tenant = attempt.merchantTenant;
  if (hasNoPaymentPage(attempt, policy))
    return retryUrl(engine, { tenant, reference, state, reason: "unreachable" });
  return findReusablePaymentPageUrl(attempt, policy);
}

function attemptPolicyInput<Tx>({ settings, platform }: EngineContext<Tx>) {
  return { reuseFor: settings.reuseFor, inFlightFor: computeInFlightSeconds(settings), now: platform.now() };
}

async function findAttemptByToken<Tx, Kind>(
  engine: EngineContext<Tx>,
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
