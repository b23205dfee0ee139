import { fieldsWithLostText } from "../notification/lost-text.ts";
import { type Notification, notificationDigest, tellingFields } from "../notification/notification.ts";
import { NotificationRefusal, refuse } from "../notification/refusal.ts";
import { type Expected, type VerifiedNotification, verifyNotification } from "../notification/verify.ts";
import type { NotificationFact } from "../payment/fact.ts";
import type { Payment } from "../payment/payment.ts";
import { withoutTokens } from "../sale/hidden-tokens.ts";
import { isOrderNumber } from "../sale/order-number.ts";
import { type Ledger, merchantOf } from "./context.ts";
import { isWeaker } from "./sign-strengths.ts";
import type { InboxEntry } from "./store.ts";
import { urlTokensOf } from "./tokens.ts";

/** Decoded fields that came to a payment's notify address. */
export interface Arrival {
  readonly payment: Payment;
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
export async function verifiedEntry<Tx>(ledger: Ledger<Tx>, arrival: Arrival): Promise<InboxEntry> {
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
  const verified = verifiedText(arrival, expected);
  const weaker = await isWeaker(ledger, arrival.payment, verified.verdict.strength);
  return inboxEntry(arrival, verified, weaker);
}

/** Text that a body parser may have replaced counts only where the sign covers it: then the sender has meant it. */
function verifiedText({ fields, isDecodedByHost }: Arrival, expected: Expected): VerifiedNotification {
  const lost = isDecodedByHost === true ? fieldsWithLostText(fields) : [];
  if (lost.length === 0) return verifyNotification(fields, expected);
  try {
    const verified = verifyNotification(fields, expected);
    if (lost.every((name) => verified.verdict.signed.has(name))) return verified;
  } catch (error) {
    if (!(error instanceof NotificationRefusal) || error.word === "foreign") throw error;
  }
  throw refuse("malformed", "The body is not UTF-8, or a body parser has changed it.");
}

function inboxEntry(
  { payment, fields, receivedAt }: Arrival,
  verified: VerifiedNotification,
  weaker: boolean,
): InboxEntry {
  const { tenant, reference, orderNumber, variant } = payment;
  const { notification, verdict } = verified;
  const digest = notificationDigest(tellingFields(fields, verdict.signed));
  const isSubscription = variant === "subscription";
  const unsigned = [...deciding, ...(isSubscription ? decidingCycle : [])].filter(
    (name) => fields.has(name) && fields.get(name) !== "" && !verdict.signed.has(name),
  );
  const { enabled, ...signedFields } = notification;
  // A merchant whose gateway is known to sign it is not closed by one that anybody could add (NSIG-WEAKER).
  const counts = weaker && unsigned.includes("enabled") ? signedFields : notification;
  const isToken = urlTokensOf(payment);
  const shown = (text: string) => cut(withoutTokens(text, isToken));
  const fact: NotificationFact = {
    source: "notification",
    at: receivedAt.toISOString(),
    id: digest,
    rule: verdict.rule,
    key: verdict.key,
    ...(unsigned.length === 0 ? {} : { unsigned }),
    ...(weaker ? { weaker } : {}),
    ...whatItSays(counts, isSubscription, shown),
    ...(notification.orderid === orderNumber ? {} : { ownNumber: shown(notification.orderid) }),
  };
  return { id: `${orderNumber}/${digest}`, tenant, reference, orderNumber, receivedAt, fact };
}

/** Whether its order number is that of another sale, and none of the gateway's own (CYC-NUMBER). */
export async function isOfAnotherSale<Tx>(
  { store }: Pick<Ledger<Tx>, "store">,
  { fact: { ownNumber } }: InboxEntry,
): Promise<boolean> {
  return isOrderNumber(ownNumber) && (await store.find(ownNumber)) !== undefined;
}

const deciding = [
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
const decidingCycle = ["payment_transaction_id", "payment_period_count"];
const textLimit = 64;
const cut = (text: string) => text.slice(0, textLimit).toWellFormed();

function whatItSays(notification: Notification, isSubscription: boolean, shown: (text: string) => string) {
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
