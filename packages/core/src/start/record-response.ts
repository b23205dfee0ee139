import { applyFacts } from "../apply/apply-facts.ts";
import type { PaymentUpdate } from "../apply/payment-update.ts";
import type { EngineContext } from "../engine-context.ts";
import { toEventError } from "../events/event-error.ts";
import type { PayIndexEvent } from "../events/pay-index-event.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import type { Attempt } from "../payment/attempt.ts";
import { attemptEventFields, isDirectCardVariant, isRefusalToAskAbout } from "../payment/attempt.ts";
import type { ResponseFact } from "../payment/fact.ts";
import { pause, type RunInBackground } from "../platform.ts";
import type { CheckedSale } from "../protocol/sale/sale.ts";
import type { SaleOutcome } from "../protocol/sale-response.ts";

/** Seconds after a refusal until the gateway is asked about it. */
const refusalPause = 3;

/**
 * Removes what the gateway repeats of the card. A payment page whose address contains card data is only sent to the
 * buyer.
 */
export function createResponseFact<Tx>(
  { platform, settings }: EngineContext<Tx>,
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
function queryOfRefusal<Tx>(
  { platform, settings }: EngineContext<Tx>,
  attempt: Attempt,
  fact: ResponseFact,
): PaymentUpdate[] {
  const isAsked = isRefusalToAskAbout({ ...attempt, facts: [fact] });
  if (!isAsked || isDirectCardVariant(attempt.variant) || settings.operations.query === undefined) return [];
  const dueAt = new Date(platform.now().getTime() + refusalPause * 1000);
  return [{ kind: "query-after-return", attemptId: attempt.attemptId, dueAt }];
}

/** The event of a response. The reason of a rejection is the gateway's own text, masked. */
export function createResponseEvent<Tx>(
  { settings }: EngineContext<Tx>,
  attempt: Attempt,
  { outcome, reason, text, httpStatus }: ResponseFact,
): PayIndexEvent {
  const isRefusedSign = mentionsSignature({ outcome, text });
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

function mentionsSignature({ outcome, text = "" }: Pick<ResponseFact, "outcome" | "text">): boolean {
  return (outcome === "rejected" || outcome === "declined") && signatureTextPattern.test(text);
}

interface RecordResponseInput {
  readonly attempt: Attempt;
  readonly fact: ResponseFact;
  readonly runInBackground: RunInBackground;
}

/** Records the response, and returns the attempt's state. A notification may have arrived before. */
export async function recordResponse<Tx>(
  engine: EngineContext<Tx>,
  recording: RecordResponseInput,
): Promise<Attempt["state"]> {
  const { attempt, runInBackground } = recording;
  try {
    await applyResponse(engine, recording);
  } catch (error) {
    // The payment itself is durable, so the buyer can go on. But an approval must not be forgotten: it bars a second charge.
    engine.emit({ event: "response-not-stored", ...attemptEventFields(attempt), error: toEventError(error) });
    runInBackground(recordResponseLater(engine, recording));
    return attempt.state;
  }
  const known = await engine.store.findAttempt(attempt.attemptId).catch(() => undefined);
  return known?.state ?? attempt.state;
}

async function applyResponse<Tx>(
  engine: EngineContext<Tx>,
  { attempt, fact, runInBackground }: RecordResponseInput,
): Promise<void> {
  const leased = await applyFacts(engine, attempt, {
    updates: [{ kind: "fact", attemptId: attempt.attemptId, fact }, ...queryOfRefusal(engine, attempt, fact)],
  });
  runInBackground(runLeasedJobs(engine, leased));
}

/** Seconds, about four minutes together. If the process stops before, the attempt stays as after a crash. */
const recordRetryPauses = [1, 2, 5, 10, 20, 30, 60, 120];

async function recordResponseLater<Tx>(
  engine: EngineContext<Tx>,
  recording: RecordResponseInput,
): Promise<void> {
  for (const seconds of recordRetryPauses) {
    await pause(engine.platform, seconds * 1000, engine.closing);
    try {
      return await applyResponse(engine, recording);
    } catch (error) {
      engine.emit({
        event: "response-not-stored",
        ...attemptEventFields(recording.attempt),
        error: toEventError(error),
      });
    }
  }
}
