import type { Engine } from "../engine.ts";
import { PayIndexError } from "../errors.ts";
import type { RunInBackground } from "../inbox/receive-notification.ts";
import { deriveRepeatToken, statusUrl, waitUrl } from "../links/url-tokens.ts";
import type { Merchant, Settings } from "../options.ts";
import { type Attempt, attemptIds, isDirectCardVariant, merchantTenantOf } from "../payment/attempt.ts";
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
  readonly orderNumber: string;
  readonly reference: string;
  readonly state: StartState;
  /** The address to send the buyer to, whatever `state` is: the gateway, the waiting page, the order page or the retry page. */
  readonly next: string;
  /**
   * The address that returns `{ "state" }` of the attempt, from any origin. It contains a token, so send it only to the buyer.
   * Pass it as `status` to `openPayment` of `@pay-index/app`.
   */
  readonly statusUrl: string;
  /** Whether core answered from an earlier attempt and sent nothing to the gateway (LED-START). */
  readonly reused: boolean;
  /** Oddities of the sale that do not stop it. */
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
  ledger: Engine<Tx>,
  input: Sale,
  keepGoing: RunInBackground,
): Promise<StartedAttempt> {
  const { sale, warnings } = checkSale(input, ledger.platform.now());
  const merchant = findMerchant(ledger, sale);
  requireKnownMethod(ledger, sale);
  const settings = saleSettingsOf(ledger, merchant);
  const secrets = await ledger.secrets.all();
  const fingerprints = secrets.map((secret) => saleFingerprint(sale, settings, secret));
  for (let tries = 0; tries < maxStartTries; tries++) {
    const now = ledger.platform.now();
    const asked = {
      ...ledger.settings,
      now,
      fingerprints,
      inFlightFor: inFlightSeconds(ledger.settings),
    };
    const book = await wrapStoreErrors(
      "read a book",
      ledger.store.book(paymentKeyOf(sale), startRead(asked)),
    );
    const standing = decideStart(book, asked);
    if (standing.kind !== "free") return answerFromEarlierAttempt(ledger, standing, warnings);
    checkAttemptLimit(book, ledger.settings, now);
    const [asking = ""] = fingerprints;
    const draft = createAttempt(ledger, { sale, merchant, fingerprint: asking, book, now });
    if ((await commitAttempt(ledger, book, draft.payment)) === "stale") continue;
    for (const warning of warnings)
      ledger.observe({ event: "sale-warning", ...attemptIds(draft.payment), warning });
    return await submitAttempt(ledger, { sale, settings, draft, warnings, keepGoing });
  }
  throw new PayIndexError(
    "store_unavailable",
    `The book of ${sale.reference} kept changing. Nothing was sent; try again.`,
  );
}

function paymentKeyOf({ tenant, reference }: CheckedSale): PaymentKey {
  return { tenant, reference };
}

/** The attempts that `standingOf` and the limit depend on. */
function startRead(asked: StartPolicyInput & Pick<Settings, "attemptsPerHour">): PaymentRead {
  const since = new Date(asked.now.getTime() - startMatchSeconds(asked) * 1000);
  return { answering: { fingerprints: asked.fingerprints, since }, rank: asked.attemptsPerHour };
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
  if ((variant === "card" || variant === "subscription") && !settings.acceptRawCards) {
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
  readonly keepGoing: RunInBackground;
}

async function submitAttempt<Tx>(
  ledger: Engine<Tx>,
  { sale, settings, draft, warnings, keepGoing }: SubmitInput,
): Promise<StartedAttempt> {
  const { payment, attempt, returnToken } = draft;
  const { gateway, timeout, publicUrl } = ledger.settings;
  const form = buildSaleForm(sale, settings, attempt);
  const sent = { notifyToken: draft.notifyToken, returnToken };
  const answer = await submitSale(ledger.platform, { gateway, form, sent, timeout: timeout * 1000 });
  const outcome = requireHttpsPage(answer, ledger.settings);
  const fact = createResponseFact(ledger, sale, outcome);
  ledger.observe(createResponseEvent(ledger, payment, fact));
  const state = await recordResponse(ledger, { payment, fact, keepGoing });
  const wait = waitUrl(publicUrl, payment.orderNumber, returnToken);
  return { ...(await startedAttemptOf(ledger, { payment, state, outcome, wait })), reused: false, warnings };
}

interface StartedAttemptInput {
  readonly payment: Attempt;
  readonly state: Attempt["state"];
  readonly outcome?: SaleOutcome;
  readonly wait: string;
}

async function startedAttemptOf<Tx>(
  ledger: Engine<Tx>,
  { payment, state, outcome, wait }: StartedAttemptInput,
) {
  const { orderNumber, reference, variant } = payment;
  const secret = await ledger.secrets.newest();
  const url = statusUrl(ledger.settings, secret, payment);
  const at = (started: StartState, next: string) => ({
    orderNumber,
    reference,
    state: started,
    next,
    statusUrl: url,
  });
  const order = { reference, tenant: merchantTenantOf(payment), state };
  const told = () => (ledger.pages.outcome === "ours" ? wait : (outcomeUrl(ledger, order) ?? wait));
  if (state === "paid" || state === "review") return at(state, told());
  if (state === "failed" || state === "closed" || state === "refunded") return at("declined", told());
  if (outcome?.outcome === "redirect") return at("redirect", outcome.url);
  if (outcome?.outcome === "unknown" && !isDirectCardVariant(variant)) {
    const ours = waitUrl(ledger.settings.publicUrl, orderNumber, deriveRepeatToken(secret, payment));
    if (ledger.pages.outcome === "ours") return at("unreachable", ours);
    return at("unreachable", retryUrl(ledger, { ...order, reason: "unreachable" }) ?? ours);
  }
  return at("waiting", wait);
}

async function answerFromEarlierAttempt<Tx>(
  ledger: Engine<Tx>,
  standing: Exclude<StartDecision, { kind: "free" }>,
  warnings: readonly SaleWarning[],
): Promise<StartedAttempt> {
  const { payment } = standing;
  const { orderNumber, reference, state } = payment;
  const reused = { reused: true, warnings };
  const secret = await ledger.secrets.newest();
  if (standing.kind === "open") {
    const url = statusUrl(ledger.settings, secret, payment);
    return { orderNumber, reference, state: "redirect", next: standing.url, statusUrl: url, ...reused };
  }
  const wait = waitUrl(ledger.settings.publicUrl, orderNumber, deriveRepeatToken(secret, payment));
  return { ...(await startedAttemptOf(ledger, { payment, state, wait })), ...reused };
}
