import type { Engine } from "../engine.ts";
import { PayIndexError } from "../errors.ts";
import type { RunInBackground } from "../inbox/receive-notification.ts";
import { deriveRepeatToken, statusUrl, waitUrl } from "../links/url-tokens.ts";
import type { Merchant, Settings } from "../options.ts";
import { type Attempt, attemptFields, isDirectCardVariant, merchantTenantOf } from "../payment/attempt.ts";
import { outcomeUrl, retryUrl } from "../ports/pages.ts";
import type { PaymentKey, PaymentRead } from "../ports/store.ts";
import { requireHttpsPage } from "../protocol/require-https-page.ts";
import { type CheckedSale, checkSale, type Sale, type SaleWarning } from "../protocol/sale/sale.ts";
import { buildSaleForm, type SaleSettings, saleFingerprint } from "../protocol/sale/sale-form.ts";
import type { SaleOutcome } from "../protocol/sale-response.ts";
import { submitSale } from "../protocol/submit-sale.ts";
import { wrapStoreErrors } from "../store/wrap-store-errors.ts";
import { checkAttemptLimit } from "./attempt-limit.ts";
import {
  decideStart,
  inFlightSeconds,
  type StartDecision,
  type StartPolicyInput,
  startMatchSeconds,
} from "./attempt-policy.ts";
import { commitAttempt, createAttempt, type NewAttempt } from "./new-attempt.ts";
import { createResponseEvent, createResponseFact, recordResponse } from "./record-response.ts";

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
  /** Whether core answered from an earlier attempt and sent nothing to the gateway (LED-START). */
  readonly reused: boolean;
  /** Problems of the sale that do not prevent it. */
  readonly warnings: readonly SaleWarning[];
}

/** Each stale commit means that another process changed the payment, so this number bounds a race without ending it early. */
const maxStartTries = 50;

/**
 * Submits a sale; the contract is at `Gateway.start`. At most one submission at a time for the same sale (LED-START). The
 * attempt is committed before the gateway is called. No answer, or nonsense, is an outcome and not an error.
 *
 * @throws PayIndexError `sale_invalid`, `merchant_missing`, `raw_cards_refused`, `too_many_attempts` (nothing was created),
 *   `store_unavailable` (nothing was sent)
 */
export async function start<Tx>(
  engine: Engine<Tx>,
  input: Sale,
  runInBackground: RunInBackground,
): Promise<StartedAttempt> {
  const { sale, warnings } = checkSale(input, engine.platform.now());
  const merchant = findMerchant(engine, sale);
  requireKnownMethod(engine, sale);
  const settings = saleSettingsOf(engine, merchant);
  const secrets = await engine.secrets.all();
  const fingerprints = secrets.map((secret) => saleFingerprint(sale, settings, secret));
  for (let tries = 0; tries < maxStartTries; tries++) {
    const now = engine.platform.now();
    const policy = {
      ...engine.settings,
      now,
      fingerprints,
      inFlightFor: inFlightSeconds(engine.settings),
    };
    const payment = await wrapStoreErrors(
      "load a payment",
      engine.store.load(paymentKeyOf(sale), startRead(policy)),
    );
    const decision = decideStart(payment, policy);
    if (decision.kind !== "free") return answerFromEarlierAttempt(engine, decision, warnings);
    checkAttemptLimit(payment, engine.settings, now);
    const [fingerprint = ""] = fingerprints;
    const draft = createAttempt(engine, { sale, merchant, fingerprint, payment, now });
    if ((await commitAttempt(engine, payment, draft.attempt)) === "stale") continue;
    for (const warning of warnings)
      engine.emit({ event: "sale-warning", ...attemptFields(draft.attempt), warning });
    return await submitAttempt(engine, { sale, settings, draft, warnings, runInBackground });
  }
  throw new PayIndexError(
    "store_unavailable",
    `Other processes kept changing the payment ${sale.reference}. Nothing was sent. Try again.`,
  );
}

function paymentKeyOf({ tenant, reference }: CheckedSale): PaymentKey {
  return { tenant, reference };
}

/** Returns the attempts that `decideStart` and the limit depend on. */
function startRead(policy: StartPolicyInput & Pick<Settings, "attemptsPerHour">): PaymentRead {
  const since = new Date(policy.now.getTime() - startMatchSeconds(policy) * 1000);
  return { startMatch: { fingerprints: policy.fingerprints, since }, rank: policy.attemptsPerHour };
}

function findMerchant<Tx>({ settings }: Engine<Tx>, sale: CheckedSale): Merchant {
  const { variant } = sale;
  const tenant = merchantTenantOf(sale);
  const merchant = settings.merchants.find((each) => each.tenant === tenant && each.variants.has(variant));
  if (merchant === undefined) {
    throw new PayIndexError(
      "merchant_missing",
      `No merchant of tenant "${tenant}" serves the variant ${variant}. Add one to the options.`,
    );
  }
  if (isDirectCardVariant(variant) && !settings.acceptRawCards) {
    throw new PayIndexError(
      "raw_cards_refused",
      `The variant ${variant} takes card numbers through this server. Set acceptRawCards: true if it is meant to, or use hosted.`,
    );
  }
  return merchant;
}

/** The gateway declines a mistyped method, and the buyer would never learn why. */
function requireKnownMethod<Tx>({ settings: { apmMethods } }: Engine<Tx>, sale: CheckedSale): void {
  if (sale.variant !== "apm" || sale.method === undefined || apmMethods === undefined) return;
  if (apmMethods.includes(sale.method)) return;
  const problem = {
    path: "method",
    message: `must be one of the option apmMethods: ${apmMethods.join(", ")}`,
  };
  throw new PayIndexError("sale_invalid", "The sale cannot be sent. Nothing was created.", {
    problems: [problem],
  });
}

function saleSettingsOf<Tx>({ settings }: Engine<Tx>, merchant: Merchant): SaleSettings {
  return { ...settings, merchantId: merchant.id, key: merchant.keys.current };
}

interface SubmitInput {
  readonly sale: CheckedSale;
  readonly settings: SaleSettings;
  readonly draft: NewAttempt;
  readonly warnings: readonly SaleWarning[];
  readonly runInBackground: RunInBackground;
}

async function submitAttempt<Tx>(
  engine: Engine<Tx>,
  { sale, settings, draft, warnings, runInBackground }: SubmitInput,
): Promise<StartedAttempt> {
  const { attempt, formAttempt, returnToken } = draft;
  const { gateway, timeout, publicUrl } = engine.settings;
  const form = buildSaleForm(sale, settings, formAttempt);
  const sent = { notifyToken: draft.notifyToken, returnToken };
  const answer = await submitSale(engine.platform, { gateway, form, sent, timeout: timeout * 1000 });
  const outcome = requireHttpsPage(answer, engine.settings);
  const fact = createResponseFact(engine, sale, outcome);
  engine.emit(createResponseEvent(engine, attempt, fact));
  const state = await recordResponse(engine, { attempt, fact, runInBackground });
  const wait = waitUrl(publicUrl, attempt.attemptId, returnToken);
  return { ...(await startedAttemptOf(engine, { attempt, state, outcome, wait })), reused: false, warnings };
}

interface StartedAttemptInput {
  readonly attempt: Attempt;
  readonly state: Attempt["state"];
  readonly outcome?: SaleOutcome;
  readonly wait: string;
}

async function startedAttemptOf<Tx>(
  engine: Engine<Tx>,
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
  const order = { reference, tenant: merchantTenantOf(attempt), state };
  const outcomePage = () => (engine.pages.outcome === "ours" ? wait : (outcomeUrl(engine, order) ?? wait));
  if (state === "paid" || state === "review") return at(state, outcomePage());
  if (state === "failed" || state === "closed" || state === "refunded") return at("declined", outcomePage());
  if (outcome?.outcome === "redirect") return at("redirect", outcome.url);
  if (outcome?.outcome === "unknown" && !isDirectCardVariant(variant)) {
    const ours = waitUrl(engine.settings.publicUrl, attemptId, deriveRepeatToken(secret, attempt));
    if (engine.pages.outcome === "ours") return at("unreachable", ours);
    return at("unreachable", retryUrl(engine, { ...order, reason: "unreachable" }) ?? ours);
  }
  return at("waiting", wait);
}

async function answerFromEarlierAttempt<Tx>(
  engine: Engine<Tx>,
  decision: Exclude<StartDecision, { kind: "free" }>,
  warnings: readonly SaleWarning[],
): Promise<StartedAttempt> {
  const { attempt } = decision;
  const { attemptId, reference, state } = attempt;
  const reused = { reused: true, warnings };
  const secret = await engine.secrets.newest();
  if (decision.kind === "open") {
    const url = statusUrl(engine.settings, secret, attempt);
    return { attemptId, reference, state: "redirect", url: decision.url, statusUrl: url, ...reused };
  }
  const wait = waitUrl(engine.settings.publicUrl, attemptId, deriveRepeatToken(secret, attempt));
  return { ...(await startedAttemptOf(engine, { attempt, state, wait })), ...reused };
}
