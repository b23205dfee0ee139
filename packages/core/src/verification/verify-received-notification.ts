import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { createUrlTokenPredicate } from "../links/url-tokens.ts";
import { maskUrlTokens, shortestMaskedText } from "../mask/mask-text.ts";
import type { Merchant } from "../options/merchant-list.ts";
import type { Settings } from "../options/settings.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { AmountTolerance, NotificationFact } from "../payment/fact.ts";
import type { TenantAndMerchantId } from "../ports/installation-store.ts";
import type { InboxEntry } from "../ports/store.ts";
import { hasUndecodableText } from "../protocol/notification/decode-form.ts";
import {
  createNotificationRefusal,
  NotificationRefusal,
} from "../protocol/notification/notification-refusal.ts";
import {
  type Notification,
  notificationDigest,
  type VerifiedNotification,
  verifyNotification,
} from "../protocol/notification/verify-notification.ts";
import { maskGatewayMessageText } from "../protocol/parse-gateway-json.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import {
  greatestStrength,
  type MessageFields,
  type SignStrength,
} from "../protocol/signature/notification-sign.ts";

/**
 * Remembers which fields a merchant's gateway signs, and returns whether this notification is signed by a weaker rule
 * than earlier ones (NSIG-WEAKER). A text that several rules share proves nothing, so most notifications need no read
 * and no write here.
 *
 * @throws PayIndexError `store_unavailable`
 */
async function isSignedByWeakerRuleThanBefore(
  { store, settings, strengths }: EngineContext,
  merchant: TenantAndMerchantId,
  { atLeast, atMost }: VerifiedNotification["verdict"]["strength"],
): Promise<boolean> {
  const name = JSON.stringify([merchant.tenant, merchant.merchantId]);
  const known = strengths.get(name);
  if (atLeast > weakestStrength && (known === undefined || known < atLeast)) {
    await store.rememberSignStrength(merchant, atLeast);
    strengths.set(name, atLeast);
  }
  if (atMost === strongestStrength) return false;
  const remembered = await store.signStrength(merchant);
  // A merchant who removes the stronger rules from `signRules` declares that the gateway uses a weaker one from now on.
  return remembered !== undefined && atMost < Math.min(remembered, greatestStrength(settings.signRules));
}

const weakestStrength: SignStrength = 1;
const strongestStrength: SignStrength = 3;

/** A message that reached the notify address of an attempt. */
interface ReceivedNotification {
  readonly attempt: Attempt;
  /** The readings of its body: one, if it is ASCII (NOT-CHARSET). */
  readonly readings: readonly MessageFields[];
  readonly receivedAt: Date;
  /** Whether a body parser of the host decoded the bytes, so that core does not know how it treated bytes that are not UTF-8. */
  readonly isDecodedByHost?: boolean;
}

/**
 * Verifies a notification with the keys of the attempt's own merchant, and returns what to store of it.
 *
 * @throws NotificationRefusal
 * @throws PayIndexError `store_unavailable`, `merchants_unavailable`
 */
export async function verifyReceivedNotification(
  engine: EngineContext,
  arrival: ReceivedNotification,
): Promise<InboxEntry> {
  const { settings } = engine;
  const { merchantId, attemptId, variant } = arrival.attempt;
  const merchant = await findMerchantOf(engine, arrival.attempt);
  if (merchant === undefined)
    throw createNotificationRefusal("later", `Merchant ${merchantId} is not in the options any more.`);
  const isSubscription = variant === "subscription";
  const expected = { merchantId, attemptId, isSubscription, keys: merchant.keys, rules: settings.signRules };
  const { reading, verified } = verifyReadings(arrival, (each) => verifyNotification(each, expected));
  engine.verifying.verified(merchant);
  const signer = { tenant: merchant.tenant, merchantId };
  const weaker = await isSignedByWeakerRuleThanBefore(engine, signer, verified.verdict.strength);
  const tolerance = amountToleranceOf(settings, arrival.attempt);
  return createInboxEntry(arrival, verified, { fields: reading.fields, weaker, tolerance });
}

/**
 * Returns the first reading of a message that verifies. If none does, throws the refusal of the first one: that a body parser of the host
 * replaced text, if its sign can mismatch because of this. Only signed fields count, so replaced text can do nothing else.
 *
 * @throws NotificationRefusal
 */
export function verifyReadings<Verified>(
  { readings, isDecodedByHost = false }: Pick<ReceivedNotification, "readings" | "isDecodedByHost">,
  verify: (reading: MessageFields) => Verified,
): { readonly reading: MessageFields; readonly verified: Verified } {
  let first: NotificationRefusal | undefined;
  for (const reading of readings) {
    try {
      return { reading, verified: verify(reading) };
    } catch (error) {
      if (!(error instanceof NotificationRefusal)) throw error;
      const isChanged = isDecodedByHost && error.code === "mismatch" && hasUndecodableText(reading.fields);
      first ??= isChanged ? createNotificationRefusal("malformed", changedText) : error;
    }
  }
  throw first ?? createNotificationRefusal("malformed", "The body is in no charset that can be decoded.");
}

const changedText = "The body is not UTF-8, or a body parser has changed it.";

/**
 * Returns the attempt's own merchant, which never changes: a merchant id can get another variant, but not another
 * merchant. Undefined if the options do not have it any more.
 *
 * @throws PayIndexError `merchants_unavailable`
 */
export function findMerchantOf(
  { findMerchant }: EngineContext,
  { merchantTenant, merchantId }: Pick<Attempt, "merchantTenant" | "merchantId">,
): Promise<Merchant | undefined> {
  return findMerchant(merchantTenant, ({ id }) => id === merchantId);
}

/**
 * Returns the attempt's own merchant, for a caller who needs it. `advice`: what to do if the options do not have it any more.
 *
 * @throws PayIndexError `merchant_missing`, `merchants_unavailable`
 */
export async function requireMerchantOf(
  engine: EngineContext,
  attempt: Attempt,
  advice: string,
): Promise<Merchant> {
  const merchant = await findMerchantOf(engine, attempt);
  if (merchant === undefined) throw missingMerchantError(attempt, advice);
  return merchant;
}

/** The error for a merchant that the options do not have any more. */
export function missingMerchantError(
  { merchantId }: Pick<Attempt, "merchantId">,
  advice: string,
): PayIndexError {
  const message = `Merchant ${merchantId} is not in the options any more. ${advice}`;
  return new PayIndexError("merchant_missing", message);
}

/** Returns how much the amounts may differ (NOT-TOLERANCE). Undefined if they must be equal. */
export function amountToleranceOf(
  { amountMismatch }: Settings,
  { amount: { currency } }: Pick<Attempt, "amount">,
): AmountTolerance | undefined {
  const over = amountMismatch?.acceptOverpayment[currency] ?? 0;
  const under = amountMismatch?.acceptUnderpayment[currency] ?? 0;
  return over === 0 && under === 0 ? undefined : { over, under };
}

/** The currency of a report without one is that of its sale, which the gateway was sent (NOT-CURRENCY). */
export function inferCurrency({ amount }: Pick<Attempt, "amount">, reported: string) {
  const inferred: "currency"[] = ["currency"];
  return reported === "" ? { currency: amount.currency, inferred } : {};
}

/** What the engine knows about a notification beyond what counts of it. */
interface VerificationContext {
  readonly fields: ReadonlyMap<string, string>;
  readonly weaker: boolean;
  readonly tolerance: AmountTolerance | undefined;
}

function createInboxEntry(
  { attempt, receivedAt }: ReceivedNotification,
  { notification, verdict, unsigned }: VerifiedNotification,
  { fields, weaker, tolerance }: VerificationContext,
): InboxEntry {
  const { tenant, reference, attemptId, variant } = attempt;
  const identifying: (readonly [name: string, value: string])[] = [];
  for (const field of fields)
    if (verdict.signed.has(field[0]) || unsigned.includes(field[0])) identifying.push(field);
  const digest = notificationDigest(identifying);
  const { enabled, ...signedFields } = notification;
  // If the gateway is known to sign `enabled`, an unsigned `enabled` is ignored, because anybody could add it
  // (NSIG-WEAKER).
  const counts = weaker && unsigned.includes("enabled") ? signedFields : notification;
  const isToken = createUrlTokenPredicate(attempt);
  const shown = (text: string) =>
    text.length < shortestMaskedText
      ? text.toWellFormed()
      : truncateGatewayText(maskUrlTokens(text, isToken));
  const fact: NotificationFact = {
    source: "notification",
    at: receivedAt.toISOString(),
    id: digest,
    rule: verdict.rule,
    key: verdict.key,
    ...(unsigned.length === 0 ? {} : { unsigned: [...unsigned] }),
    ...(weaker ? { weaker } : {}),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...toFactFields(counts, variant === "subscription", shown),
    ...toFailureText(notification, verdict.signed, (text) => maskUrlTokens(text, isToken)),
    ...inferCurrency(attempt, notification.currency),
    ...(notification.orderid === attemptId ? {} : { reportedAttemptId: shown(notification.orderid) }),
  };
  return { id: `${attemptId}/${digest}`, tenant, reference, attemptId, receivedAt, fact };
}

/** Why a payment failed, for people (NOT-MSG). */
function toFailureText(
  { returncode, msg }: Notification,
  signed: ReadonlySet<string>,
  maskTokens: (text: string) => string,
): Pick<NotificationFact, "text" | "isTextSigned"> {
  const masked = returncode === "00" ? {} : maskGatewayMessageText(msg, maskTokens);
  return masked.text === undefined ? {} : { ...masked, isTextSigned: signed.has("msg") };
}

/** Whether its gateway order ID is that of another sale, and none of the gateway's own (CYC-NUMBER). */
export async function namesAnotherAttempt(
  { store }: Pick<EngineContext, "store">,
  { fact: { reportedAttemptId } }: InboxEntry,
): Promise<boolean> {
  return isAttemptId(reportedAttemptId) && (await store.findAttempt(reportedAttemptId)) !== undefined;
}

const textLimit = 64;
/** Shortens a text of the gateway to what is stored of it. */
export const truncateGatewayText = (text: string) => text.slice(0, textLimit).toWellFormed();

function toFactFields(notification: Notification, isSubscription: boolean, shown: (text: string) => string) {
  const optional = (name: string, text: string | undefined) => (text ? { [name]: shown(text) } : {});
  return {
    returncode: shown(notification.returncode),
    amount: shown(notification.amount),
    trueAmount: shown(notification.true_amount),
    currency: shown(notification.currency),
    transactionId: shown(notification.transaction_id),
    datetime: shown(notification.datetime),
    ...optional("alertType", notification.alert_type),
    ...(isSubscription ? optional("periodCount", notification.payment_period_count) : {}),
    ...(isSubscription ? optional("gatewaySubscriptionId", notification.payment_transaction_id) : {}),
    ...optional("enabled", notification.enabled),
  };
}
