import type { Engine } from "../engine.ts";
import { urlTokenTestOf } from "../links/url-tokens.ts";
import { maskUrlTokens } from "../mask/mask-url-tokens.ts";
import type { Merchant, Settings } from "../options.ts";
import { type Attempt, merchantTenantOf } from "../payment/attempt.ts";
import type { NotificationFact } from "../payment/fact.ts";
import type { InboxEntry } from "../ports/store.ts";
import {
  identifyingFields,
  type Notification,
  notificationDigest,
} from "../protocol/notification/notification.ts";
import { NotificationRefusal, refuse } from "../protocol/notification/notification-refusal.ts";
import { fieldsWithUndecodableText } from "../protocol/notification/undecodable-text.ts";
import {
  type ExpectedNotification,
  type VerifiedNotification,
  verifyNotification,
} from "../protocol/notification/verify-notification.ts";
import { isAttemptId } from "../protocol/random-ids.ts";
import { isSignedByWeakerRule } from "./weaker-sign-rule.ts";

/** Decoded fields that came to a payment's notify address. */
export interface ReceivedNotification {
  readonly payment: Attempt;
  readonly fields: ReadonlyMap<string, string>;
  readonly receivedAt: Date;
  /** A body parser of the host has decoded the bytes, and nobody knows how it treated those that are not UTF-8. */
  readonly isDecodedByHost?: boolean;
}

/**
 * What is believed of it, verified with the keys of the payment's own merchant.
 *
 * @throws NotificationRefusal
 * @throws PayIndexError `store_unavailable`
 */
export async function verifyReceivedNotification<Tx>(
  ledger: Engine<Tx>,
  arrival: ReceivedNotification,
): Promise<InboxEntry> {
  const { settings } = ledger;
  const { merchantId, orderNumber, variant } = arrival.payment;
  const merchant = merchantOf(settings, arrival.payment);
  if (merchant === undefined) throw refuse("later", `Merchant ${merchantId} is not in the options any more.`);
  const expected = {
    merchantId,
    orderNumber,
    isSubscription: variant === "subscription",
    keys: merchant.keys,
    rules: settings.signRules,
  };
  const verified = verifyDecodedFields(arrival, expected);
  const weaker = await isSignedByWeakerRule(ledger, arrival.payment, verified.verdict.strength);
  return createInboxEntry(arrival, verified, weaker);
}

/** The payment's own merchant, which is frozen on it: an id may move to another variant, but not to another merchant. */
function merchantOf(
  settings: Settings,
  payment: Pick<Attempt, "tenant" | "merchantTenant" | "merchantId">,
): Merchant | undefined {
  const owner = merchantTenantOf(payment);
  return settings.merchants.find(({ id, tenant }) => id === payment.merchantId && tenant === owner);
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
    if (!(error instanceof NotificationRefusal) || error.word === "foreign") throw error;
  }
  throw refuse("malformed", "The body is not UTF-8, or a body parser has changed it.");
}

function createInboxEntry(
  { payment, fields, receivedAt }: ReceivedNotification,
  verified: VerifiedNotification,
  weaker: boolean,
): InboxEntry {
  const { tenant, reference, orderNumber, variant } = payment;
  const { notification, verdict } = verified;
  const digest = notificationDigest(identifyingFields(fields, verdict.signed));
  const isSubscription = variant === "subscription";
  const unsigned = [...decidingFields, ...(isSubscription ? decidingCycleFields : [])].filter(
    (name) => fields.has(name) && fields.get(name) !== "" && !verdict.signed.has(name),
  );
  const { enabled, ...signedFields } = notification;
  // A merchant whose gateway is known to sign it is not closed by one that anybody could add (NSIG-WEAKER).
  const counts = weaker && unsigned.includes("enabled") ? signedFields : notification;
  const isToken = urlTokenTestOf(payment);
  const shown = (text: string) => truncateText(maskUrlTokens(text, isToken));
  const fact: NotificationFact = {
    source: "notification",
    at: receivedAt.toISOString(),
    id: digest,
    rule: verdict.rule,
    key: verdict.key,
    ...(unsigned.length === 0 ? {} : { unsigned }),
    ...(weaker ? { weaker } : {}),
    ...toFactFields(counts, isSubscription, shown),
    ...(notification.orderid === orderNumber ? {} : { ownNumber: shown(notification.orderid) }),
  };
  return { id: `${orderNumber}/${digest}`, tenant, reference, orderNumber, receivedAt, fact };
}

/** Whether its order number is that of another sale, and none of the gateway's own (CYC-NUMBER). */
export async function namesAnotherAttempt<Tx>(
  { store }: Pick<Engine<Tx>, "store">,
  { fact: { ownNumber } }: InboxEntry,
): Promise<boolean> {
  return isAttemptId(ownNumber) && (await store.find(ownNumber)) !== undefined;
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
/** Of a subscription: whose charge it is, and which. */
const decidingCycleFields = ["payment_transaction_id", "payment_period_count"];
const textLimit = 64;
const truncateText = (text: string) => text.slice(0, textLimit).toWellFormed();

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
    ...(isSubscription ? optional("masterId", notification.payment_transaction_id) : {}),
    ...optional("enabled", notification.enabled),
  };
}
