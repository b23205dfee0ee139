import type { EngineContext } from "../engine-context.ts";
import { deriveRepeatedClickToken, statusUrl, waitUrl } from "../links/url-tokens.ts";
import { type Attempt, isDirectCardVariant } from "../payment/attempt.ts";
import { outcomeUrl, retryUrl } from "../ports/pages.ts";
import type { SaleWarningCode } from "../protocol/sale/sale-warning-codes.ts";
import type { SaleOutcome } from "../protocol/sale-response.ts";
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

export async function startedAttemptOf<Tx>(
  engine: EngineContext<Tx>,
  { attempt, state, outcome, wait }: StartedAttemptInput,
) {
  const { attemptId, reference, variant } = attempt;
  const secret = await engine.secrets.newest();
  const at = (started: StartState, url: string) => ({
    attemptId,
    reference,
    state: started,
    url,
    statusUrl: statusUrl(engine.settings, secret, attempt),
  });
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

export async function answerFromEarlierAttempt<Tx>(
  engine: EngineContext<Tx>,
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
