import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { waitUrl } from "../links/url-tokens.ts";
import { refusesRawCards } from "../options/merchant-variants.ts";
import type { Settings } from "../options/settings.ts";
import { type Attempt, attemptEventFields, partOf } from "../payment/attempt.ts";
import { openPartOf } from "../payment/placed-order.ts";
import type { Payment, PaymentKey, PaymentReadOptions } from "../ports/store.ts";
import { amountWithCurrency, fitsDecimals } from "../protocol/money/money.ts";
import type { SaleWarningCode } from "../protocol/sale/common-sale-fields.ts";
import { convertTelephones } from "../protocol/sale/national-telephone.ts";
import { type CheckedSale, checkSale, invalidSaleError, type Sale } from "../protocol/sale/sale.ts";
import { buildSaleForm, type SaleSettings, saleFingerprint } from "../protocol/sale/sale-form.ts";
import { refuseInsecurePaymentPage, submitSale } from "../protocol/submit-sale.ts";
import type { Secret } from "../secret.ts";
import { checkAttemptLimit, commitAttempt, createAttempt, type NewAttempt } from "./new-attempt.ts";
import {
  computeInFlightSeconds,
  computeStartMatchSeconds,
  decideStart,
  maySubmit,
  type StartPolicyInput,
} from "./start-decision.ts";
import {
  answerFromEarlierAttempt,
  createResponseEvent,
  createResponseFact,
  recordResponse,
  type StartedAttempt,
  startedAttemptOf,
} from "./started-attempt.ts";

/** Each stale commit means that another process changed the payment, so this number bounds a race without ending it early. */
const maxStartTries = 50;

/**
 * Submits a sale; the contract is at `Gateway.start`. At most one submission at a time for the same sale (ENG-START). The
 * attempt is committed before the gateway is called. No answer, or nonsense, is an outcome and not an error.
 *
 * @param link the payment link at which the buyer starts it. Its attempt answers no other call: it may be withdrawn.
 * @throws PayIndexError `sale_invalid`, `merchant_missing`, `merchants_unavailable`, `raw_cards_refused`, `amount_below_minimum`,
 *   `too_many_attempts` (nothing was created), `store_unavailable` (nothing was sent)
 */
export async function start(
  engine: EngineContext,
  input: Sale,
  link?: Attempt["link"],
): Promise<StartedAttempt> {
  const { checked, merchant } = await prepareSale(engine, input);
  const { sale, warnings } =
    engine.settings.telephone === "national" ? await convertTelephones(checked) : checked;
  const settings = { ...engine.settings, merchantId: merchant.id, key: merchant.keys.current };
  const fingerprintsBy = (secrets: readonly Secret[]) =>
    secrets.map((secret) => saleFingerprint(sale, settings, secret) + (link?.linkId ?? ""));
  let fingerprints = fingerprintsBy(await engine.secrets.all());
  for (let tries = 0; tries < maxStartTries; tries++) {
    const now = engine.platform.now();
    const inFlightFor = computeInFlightSeconds(engine.settings);
    const policy = { ...engine.settings, now, fingerprints, inFlightFor };
    const payment = await engine.store.load(paymentKeyOf(sale), startRead(policy));
    requireOpenPart(payment, sale);
    const part = partOf(sale);
    const attempts = payment.attempts.filter((attempt) => partOf(attempt) === part);
    const decision = decideStart({ attempts }, policy);
    if (decision.kind !== "free") return answerFromEarlierAttempt(engine, decision, warnings);
    if (payment.attemptCount > 0) {
      // Another process can have started the same sale with a secret that this one has not read yet.
      const known = fingerprints;
      fingerprints = fingerprintsBy(await engine.secrets.stored());
      if (!known.includes(fingerprints[0] ?? "")) continue;
    }
    checkAttemptLimit(payment, engine.settings, now);
    const [fingerprint = ""] = fingerprints;
    const draft = createAttempt(engine, { sale, merchant, fingerprint, link, payment });
    if ((await commitAttempt(engine, payment, draft.attempt)) === "stale") continue;
    requireStoredInTime(engine, draft.attempt);
    for (const warning of warnings)
      engine.emit({ event: "sale-warning", ...attemptEventFields(draft.attempt), warning });
    return await submitAttempt(engine, { sale, settings, draft, warnings });
  }
  const message = `Other processes changed the payment ${sale.reference} repeatedly. Nothing was sent. Try again.`;
  throw new PayIndexError("store_unavailable", message);
}

/** @throws PayIndexError `store_unavailable` if another request may have started the sale since the attempt was made */
function requireStoredInTime({ settings, platform }: EngineContext, attempt: Attempt): void {
  if (maySubmit(attempt, settings, platform.now())) return;
  const message = `The payment ${attempt.reference} was stored so late that another request may have started it by now. Nothing was sent. Try again.`;
  throw new PayIndexError("store_unavailable", message);
}

/** Checks a sale and finds its merchant. @throws PayIndexError those of `start` about the sale and its merchant */
export async function prepareSale(engine: EngineContext, input: Sale) {
  const checked = checkSale(input, engine.platform.now());
  const merchant = await requireMerchant(engine, checked.sale);
  requireKnownMethod(engine, checked.sale);
  requireSendableAmounts(engine, checked.sale);
  requireMinimumAmounts(engine, checked.sale);
  return { checked, merchant };
}

/** A part that is not open yet would be charged beside an open one. @throws PayIndexError `sale_invalid` */
function requireOpenPart(payment: Payment, sale: CheckedSale): void {
  const open = openPartOf(payment);
  if (partOf(sale) <= open) return;
  const message = `must be at most ${open}, which is openPart of the payment's status`;
  throw invalidSaleError({ path: "part", message });
}

function paymentKeyOf({ tenant, reference }: CheckedSale): PaymentKey {
  return { tenant, reference };
}

/** Returns the attempts that `decideStart` and the limit depend on. */
function startRead(policy: StartPolicyInput & Pick<Settings, "attemptsPerHour">): PaymentReadOptions {
  const since = new Date(policy.now.getTime() - computeStartMatchSeconds(policy) * 1000);
  return { startMatch: { fingerprints: policy.fingerprints, since }, rank: policy.attemptsPerHour };
}

/** @throws PayIndexError `merchant_missing`, `merchants_unavailable`, `raw_cards_refused` */
async function requireMerchant({ settings, findMerchant }: EngineContext, sale: CheckedSale) {
  const { variant } = sale;
  const tenant = sale.merchantTenant ?? sale.tenant;
  const merchant = await findMerchant(tenant, (each) => each.variants.has(variant));
  if (merchant === undefined) {
    const message = `No merchant of tenant "${tenant}" serves the variant ${variant}. Add one to the options.`;
    throw new PayIndexError("merchant_missing", message);
  }
  if (refusesRawCards(settings, variant)) {
    const message = `The variant ${variant} takes card numbers through this server. Set acceptRawCards: true if it is meant to, or use hosted.`;
    throw new PayIndexError("raw_cards_refused", message);
  }
  return merchant;
}

/** The gateway declines a mistyped method, and the buyer would never learn why. */
function requireKnownMethod({ settings: { apmMethods } }: EngineContext, sale: CheckedSale): void {
  if (sale.variant !== "apm" || sale.method === undefined || apmMethods === undefined) return;
  if (apmMethods.includes(sale.method)) return;
  const message = `must be one of the option apmMethods: ${apmMethods.join(", ")}`;
  throw invalidSaleError({ path: "method", message });
}

/** An amount that needs more decimals than are sent would be charged wrongly (MON-SENT). */
function requireSendableAmounts({ settings: { amountDecimals } }: EngineContext, sale: CheckedSale): void {
  const { currency } = sale.amount;
  const message = `has more decimals in ${currency} than the option amountDecimals: ${amountDecimals} sends`;
  const problems = amountsOf(sale)
    .filter(([, minor]) => !fitsDecimals({ minor, currency }, amountDecimals))
    .map(([path]) => ({ path, message }));
  if (problems.length > 0) throw invalidSaleError(...problems);
}

/** The gateway refuses a smaller charge, and the buyer would learn it on the payment page only (MON-MINIMUM). */
function requireMinimumAmounts({ settings: { minimumAmounts } }: EngineContext, sale: CheckedSale): void {
  const { currency } = sale.amount;
  const minimum = { minor: minimumAmounts[currency] ?? 0, currency };
  const message = `must be at least ${amountWithCurrency(minimum)}, as the option minimumAmounts says`;
  const problems = chargesOf(sale)
    .filter(([, minor]) => minor < minimum.minor)
    .map(([path]) => ({ path, message }));
  if (problems.length === 0) return;
  const what = "The gateway charges no amount as small as this one. Nothing was created.";
  throw new PayIndexError("amount_below_minimum", what, { problems, minimum });
}

type AmountWithPath = readonly [path: string, minor: number];

/** Returns all amounts of a sale, in minor units, with their paths. */
function amountsOf(sale: CheckedSale): AmountWithPath[] {
  const ofItems =
    sale.items?.map(({ price }, index): AmountWithPath => [`items.${index}.price`, price]) ?? [];
  return [...chargesOf(sale), ...ofItems];
}

/** Returns the amounts that the gateway charges: that of the sale, and that of the first period of a plan. */
function chargesOf(sale: CheckedSale): AmountWithPath[] {
  const first = "plan" in sale ? sale.plan.firstPeriodAmount : undefined;
  const ofSale: AmountWithPath = ["amount", sale.amount.minor];
  return first === undefined ? [ofSale] : [ofSale, ["plan.firstPeriodAmount", first]];
}

interface SubmitInput {
  readonly sale: CheckedSale;
  readonly settings: SaleSettings;
  readonly draft: NewAttempt;
  readonly warnings: readonly SaleWarningCode[];
}

async function submitAttempt(
  engine: EngineContext,
  { sale, settings, draft, warnings }: SubmitInput,
): Promise<StartedAttempt> {
  const { attempt, formAttempt, returnToken } = draft;
  const { gateway, timeout, publicUrl } = engine.settings;
  const form = buildSaleForm(sale, settings, formAttempt);
  const sent = { notifyToken: draft.notifyToken, returnToken };
  const answer = await submitSale(engine.platform, { gateway, form, sent, timeout: timeout * 1000 });
  const outcome = refuseInsecurePaymentPage(answer, engine.settings);
  const fact = createResponseFact(engine, sale, outcome);
  engine.emit(createResponseEvent(engine, attempt, fact));
  const state = await recordResponse(engine, attempt, fact);
  const wait = waitUrl(publicUrl, attempt.attemptId, returnToken);
  return { ...(await startedAttemptOf(engine, { attempt, state, outcome, wait })), reused: false, warnings };
}
