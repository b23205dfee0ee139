import { applyFacts } from "../apply/apply-facts.ts";
import type { PaymentUpdate } from "../apply/payment-update.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import type { PayIndexEvent } from "../events/pay-index-event.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { deriveRepeatedClickToken, statusUrl, waitUrl } from "../links/url-tokens.ts";
import {
  type Attempt,
  attemptEventFields,
  isDirectCardVariant,
  isRefusalToAskAbout,
} from "../payment/attempt.ts";
import type { ResponseFact } from "../payment/fact.ts";
import { pause } from "../platform.ts";
import { outcomeUrl, retryUrl } from "../ports/pages.ts";
import type { SaleWarningCode } from "../protocol/sale/common-sale-fields.ts";
import type { CheckedSale } from "../protocol/sale/sale.ts";
import type { SaleOutcome } from "../protocol/submit-sale.ts";
import type { StartDecision } from "./start-decision.ts";

/**
 * The state of an attempt after `start`.
 *
 * - `redirect`: the gateway returned a payment page
 * - `waiting`: the outcome is not known yet
 * - `unreachable`: the gateway returned no payment page, so the buyer was not charged and can try again
 * - `declined`: the gateway declined or rejected the attempt, or staff dismissed or refunded it
 * - `paid`, `review`: the state of the attempt, see `AttemptState`
 */
export type StartState = "redirect" | "waiting" | "unreachable" | "declined" | "paid" | "review";

/** What `start` returns. */
export interface StartedAttempt {
  /** The id of the attempt at the gateway, `pay_orderid`: 20 characters. */
  readonly attemptId: string;
  readonly reference: string;
  readonly state: StartState;
  /** The address to send the buyer to, whatever `state` is: the gateway, the waiting page, the order page or the retry page. */
  readonly url: string;
  /**
   * The address that returns `{ "state" }` of the attempt, from any origin. It contains a token, so send it only to the buyer.
   * `openPayment` of `@pay-index/app` takes this object.
   */
  readonly statusUrl: string;
  /** Whether core answered from an earlier attempt and sent nothing to the gateway (ENG-START). */
  readonly reused: boolean;
  /** Problems of the sale that do not prevent it. */
  readonly warnings: readonly SaleWarningCode[];
}

interface StartedAttemptInput {
  readonly attempt: Attempt;
  readonly state: Attempt["state"];
  readonly outcome?: SaleOutcome;
  readonly wait: string;
}

export async function startedAttemptOf(
  engine: EngineContext,
  { attempt, state, outcome, wait }: StartedAttemptInput,
) {
  const { attemptId, reference, variant } = attempt;
  const secret = await engine.secrets.newest();
  const known = { attemptId, reference, statusUrl: statusUrl(engine.settings, secret, attempt) };
  const at = (started: StartState, url: string) => ({ ...known, state: started, url });
  const order = { reference, tenant: attempt.merchantTenant, state };
  const outcomePage = () => (engine.pages.outcome === "ours" ? wait : (outcomeUrl(engine, order) ?? wait));
  if (state === "paid" || state === "review") return at(state, outcomePage());
  if (state === "failed" || state === "closed" || state === "refunded") return at("declined", outcomePage());
  if (outcome?.outcome === "redirect") return at("redirect", outcome.url);
  if (outcome?.outcome === "unknown" && !isDirectCardVariant(variant)) {
    const ours = waitUrl(engine.settings.publicUrl, attemptId, deriveRepeatedClickToken(secret, attempt));
    if (engine.pages.outcome === "ours") return at("unreachable", ours);
    return at("unreachable", retryUrl(engine, { ...order, reason: "unreachable" }) ?? ours);
  }
  return at("waiting", wait);
}

export async function answerFromEarlierAttempt(
  engine: EngineContext,
  decision: Exclude<StartDecision, { kind: "free" }>,
  warnings: readonly SaleWarningCode[],
): Promise<StartedAttempt> {
  const { attempt } = decision;
  const { attemptId, reference, state } = attempt;
  const reused = { reused: true, warnings };
  const secret = await engine.secrets.newest();
  if (decision.kind === "open") {
    const url = statusUrl(engine.settings, secret, attempt);
    return { attemptId, reference, state: "redirect", url: decision.url, statusUrl: url, ...reused };
  }
  const wait = waitUrl(engine.settings.publicUrl, attemptId, deriveRepeatedClickToken(secret, attempt));
  return { ...(await startedAttemptOf(engine, { attempt, state, wait })), ...reused };
}

/** Seconds after a refusal until the gateway is asked about it. */
const refusalPause = 3;

/**
 * Removes what the gateway repeats of the card. A payment page whose address contains card data is only sent to the
 * buyer.
 */
export function createResponseFact(
  { platform, settings }: EngineContext,
  sale: CheckedSale,
  outcome: SaleOutcome,
): ResponseFact {
  const at = platform.now().toISOString();
  const isPaid = outcome.outcome === "approved" && settings.immediateSuccess === "paid";
  const fact: ResponseFact = { source: "response", at, ...outcome, ...(isPaid ? { pays: true } : {}) };
  // A refusal counts at once if nobody can ask about it. A later change of the option changes no state.
  if (settings.operations.query === undefined) delete fact.unclear;
  if (!("card" in sale)) return fact;
  const { url = "", text = "", ...rest } = fact;
  if (sale.card.isIn(url)) return rest;
  if (sale.card.isIn(text)) return { ...rest, text: "[withheld: it repeats the card]" };
  return fact;
}

/** Schedules the query about a refusal that does not count yet (RES-UNCLEAR). A direct charge has its query already (QRY-CHARGE). */
function queryOfRefusal(
  { platform, settings }: EngineContext,
  attempt: Attempt,
  fact: ResponseFact,
): PaymentUpdate[] {
  const isAsked = isRefusalToAskAbout({ ...attempt, facts: [fact] });
  if (!isAsked || isDirectCardVariant(attempt.variant) || settings.operations.query === undefined) return [];
  const dueAt = new Date(platform.now().getTime() + refusalPause * 1000);
  return [{ kind: "query-after-return", attemptId: attempt.attemptId, dueAt }];
}

/** The event of a response. The reason of a rejection is the gateway's own text, masked. */
export function createResponseEvent(
  { settings }: EngineContext,
  attempt: Attempt,
  { outcome, reason, text, httpStatus }: ResponseFact,
): PayIndexEvent {
  const isRefusal = outcome === "rejected" || outcome === "declined";
  const isRefusedSign = isRefusal && signatureTextPattern.test(text ?? "");
  const advice = isRefusedSign
    ? `Check the key of merchant ${attempt.merchantId}.`
    : `Check that this server reaches ${new URL(settings.gateway).origin}.`;
  const why = reason ?? (outcome === "rejected" || isRefusedSign ? text : undefined);
  return {
    event: "response-received",
    ...attemptEventFields(attempt),
    outcome,
    ...(why === undefined ? {} : { reason: why }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(isRefusedSign || reason === "not_connected" ? { advice } : {}),
  };
}

/** The protocol has no code for a signature that does not verify (RES-ERROR), so only the text identifies it. */
const signatureTextPattern =
  /\b(?:pay_)?(?:md5_?)?sign(?:ature|ed|ing)?\b|签名|验签|\b(?:api|secret|merchant) ?key\b|密钥/i;

/** Records the response, and returns the attempt's state. A notification may have arrived before. */
export async function recordResponse(
  engine: EngineContext,
  attempt: Attempt,
  fact: ResponseFact,
): Promise<Attempt["state"]> {
  try {
    await applyResponse(engine, attempt, fact);
  } catch (error) {
    // The payment itself is durable, so the buyer can go on. But an approval must not be forgotten: it bars a second charge.
    emitNotStored(engine, attempt, error);
    engine.runInBackground(recordResponseLater(engine, attempt, fact));
    return attempt.state;
  }
  const known = await engine.store.findAttempt(attempt.attemptId).catch(() => undefined);
  return known?.state ?? attempt.state;
}

async function applyResponse(engine: EngineContext, attempt: Attempt, fact: ResponseFact): Promise<void> {
  const leased = await applyFacts(engine, attempt, {
    updates: [{ kind: "fact", attemptId: attempt.attemptId, fact }, ...queryOfRefusal(engine, attempt, fact)],
  });
  engine.runInBackground(runLeasedJobs(engine, leased));
}

/** Seconds, about four minutes together. If the process stops before, the attempt stays as after a crash. */
const recordRetryPauses = [1, 2, 5, 10, 20, 30, 60, 120];

async function recordResponseLater(engine: EngineContext, attempt: Attempt, fact: ResponseFact) {
  for (const seconds of recordRetryPauses) {
    await pause(engine.platform, seconds * 1000, engine.closing);
    try {
      return await applyResponse(engine, attempt, fact);
    } catch (error) {
      emitNotStored(engine, attempt, error);
    }
  }
}

function emitNotStored(engine: EngineContext, attempt: Attempt, error: unknown): void {
  engine.emit({ event: "response-not-stored", ...attemptEventFields(attempt), error: toEventError(error) });
}
