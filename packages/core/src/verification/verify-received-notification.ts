import type { EngineContext } from "../engine-context.ts";
import { PayIndexError } from "../errors.ts";
import { createUrlTokenPredicate } from "../links/url-tokens.ts";
import { maskUrlTokens } from "../mask/mask-url-tokens.ts";
import type { Merchant } from "../options/merchant-list.ts";
import type { Settings } from "../options/settings.ts";
import type { Attempt } from "../payment/attempt.ts";
import type { AmountTolerance, NotificationFact } from "../payment/fact.ts";
import type { InboxEntry } from "../ports/store.ts";
import {
  identifyingFields,
  type Notification,
  notificationDigest,
} from "../protocol/notification/notification.ts";
import {
  createNotificationRefusal,
  NotificationRefusal,
} from "../protocol/notification/notification-refusal.ts";
import { fieldsWithUndecodableText } from "../protocol/notification/undecodable-text.ts";
import {
  type ExpectedNotification,
  type VerifiedNotification,
  verifyNotification,
} from "../protocol/notification/verify-notification.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { isSignedByWeakerRuleThanBefore } from "./weaker-sign-rule.ts";

/** Decoded fields that were posted to the notify address of an attempt. */
export interface ReceivedNotification {
  readonly attempt: Attempt;
  readonly fields: ReadonlyMap<string, string>;
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
export async function verifyReceivedNotification<Tx>(
  engine: EngineContext<Tx>,
  arrival: ReceivedNotification,
): Promise<InboxEntry> {
  const { settings } = engine;
  const { merchantId, attemptId, variant } = arrival.attempt;
  const merchant = await findMerchantOf(engine, arrival.attempt);
  if (merchant === undefined)
    throw createNotificationRefusal("later", `Merchant ${merchantId} is not in the options any more.`);
  const expected = {
    merchantId,
    attemptId,
    isSubscription: variant === "subscription",
    keys: merchant.keys,
    rules: settings.signRules,
  };
  const verified = verifyDecodedFields(arrival, expected);
  const signer = { tenant: merchant.tenant, merchantId };
  const weaker = await isSignedByWeakerRuleThanBefore(engine, signer, verified.verdict.strength);
  const tolerance = amountToleranceOf(settings, arrival.attempt);
  return createInboxEntry(arrival, verified, { weaker, tolerance });
}

/**
 * Returns the attempt's own merchant, which never changes: a merchant id can get another variant, but not another
 * merchant. Undefined if the options do not have it any more.
 *
 * @throws PayIndexError `merchants_unavailable`
 */
export function findMerchantOf<Tx>(
  { findMerchant }: EngineContext<Tx>,
  { merchantTenant, merchantId }: Pick<Attempt, "merchantTenant" | "merchantId">,
): Promise<Merchant | undefined> {
  return findMerchant(merchantTenant, ({ id }) => id === merchantId);
}

/**
 * Returns the attempt's own merchant, for a caller who needs it. `advice`: what to do if the options do not have it any more.
 *
 * @throws PayIndexError `merchant_missing`, `merchants_unavailable`
 */
export async function requireMerchantOf<Tx>(
  engine: EngineContext<Tx>,
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
  return new PayIndexError(
    "merchant_missing",
    `Merchant ${merchantId} is not in the options any more. ${advice}`,
  );
}

/** Text that a body parser may have replaced counts only where the sign covers it: then the sender has meant it. */
function verifyDecodedFields(
  { fields, isDecodedByHost }: ReceivedNotification,
  expected: ExpectedNotification,
): VerifiedNotification {
  const lost = isDecodedByHost === true ? fieldsWithUndecodableText(fields) : [];
  if (lost.length === 0) return verifyNotification(fields, expected);
  try {
    const verified = verifyNotification(fields, expected);
    if (lost.every((name) => verified.verdict.signed.has(name))) return verified;
  } catch (error) {
    if (!(error instanceof NotificationRefusal) || error.code === "foreign") throw error;
  }
  throw createNotificationRefusal("malformed", "The body is not UTF-8, or a body parser has changed it.");
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

/** What the engine knows about a notification beyond its own fields. */
interface VerificationContext {
  readonly weaker: boolean;
  readonly tolerance: AmountTolerance | undefined;
}

function createInboxEntry(
  { attempt, fields, receivedAt }: ReceivedNotification,
  verified: VerifiedNotification,
  { weaker, tolerance }: VerificationContext,
): InboxEntry {
  const { tenant, reference, attemptId, variant } = attempt;
  const { notification, verdict } = verified;
  const digest = notificationDigest(identifyingFields(fields, verdict.signed));
  const isSubscription = variant === "subscription";
  const unsigned = [...decidingFields, ...(isSubscription ? decidingCycleFields : [])].filter(
    (name) => fields.has(name) && fields.get(name) !== "" && !verdict.signed.has(name),
  );
  const { enabled, ...signedFields } = notification;
  // If the gateway is known to sign `enabled`, an unsigned `enabled` is ignored, because anybody could add it
  // (NSIG-WEAKER).
  const counts = weaker && unsigned.includes("enabled") ? signedFields : notification;
  const isToken = createUrlTokenPredicate(attempt);
  const shown = (text: string) => truncateGatewayText(maskUrlTokens(text, isToken));
  const fact: NotificationFact = {
    source: "notification",
    at: receivedAt.toISOString(),
    id: digest,
    rule: verdict.rule,
    key: verdict.key,
    ...(unsigned.length === 0 ? {} : { unsigned }),
    ...(weaker ? { weaker } : {}),
    ...(tolerance === undefined ? {} : { tolerance }),
    ...toFactFields(counts, isSubscription, shown),
    ...(notification.orderid === attemptId ? {} : { reportedAttemptId: shown(notification.orderid) }),
  };
  return { id: `${attemptId}/${digest}`, tenant, reference, attemptId, receivedAt, fact };
}

/** Whether its gateway order ID is that of another sale, and none of the gateway's own (CYC-NUMBER). */
export async function namesAnotherAttempt<Tx>(
  { store }: Pick<EngineContext<Tx>, "store">,
  { fact: { reportedAttemptId } }: InboxEntry,
): Promise<boolean> {
  return isAttemptId(reportedAttemptId) && (await store.findAttempt(reportedAttemptId)) !== undefined;
}

const decidingFields = [
  "memberid",
  "orderid",
  "amount",
  "true_amount",
  "currency",
  "transaction_id",
  "returncode",
  "alert_type",
  "enabled",
];
/** Only for a subscription: the fields that identify the subscription and the cycle of a charge. */
const decidingCycleFields = ["payment_transaction_id", "payment_period_count"];
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
