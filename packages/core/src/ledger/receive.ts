import { type NotificationBody, readBody } from "../notification/body.ts";
import { type Notification, notificationDigest } from "../notification/notification.ts";
import { NotificationRefusal, type RefusalWord, refuse } from "../notification/refusal.ts";
import { accepted, type Reply, refusal } from "../notification/reply.ts";
import { type VerifiedNotification, verifyNotification } from "../notification/verify.ts";
import { eventError } from "../observe.ts";
import type { NotificationFact } from "../payment/fact.ts";
import type { Payment } from "../payment/payment.ts";
import { within } from "../platform.ts";
import { orderNumberPattern, tokenPattern } from "../sale/order-number.ts";
import { about, type Ledger, merchantOf } from "./context.ts";
import { perform } from "./perform.ts";
import { settle } from "./settle.ts";
import type { InboxEntry } from "./store.ts";
import { isNotifyToken } from "./tokens.ts";

export interface NotificationRequest {
  /** From the URL path. */
  readonly orderNumber: string;
  /** From the URL path. */
  readonly token: string;
  readonly body: NotificationBody;
}

/** Work that goes on after a reply was given. */
export type KeepGoing = (work: Promise<unknown>) => void;

/**
 * One notification, from its arrival to its reply (LED-COMMIT). `OK` only once its evidence is durable; after that always
 * `OK`, whatever the shop's own work does, which is waited for at most `replyWithin`. Never throws.
 */
export async function receive<Tx>(
  ledger: Ledger<Tx>,
  request: NotificationRequest,
  keepGoing: KeepGoing,
): Promise<Reply> {
  try {
    const payment = await findPayment(ledger, request);
    const entry = await readEntry(ledger, payment, request);
    const standing = await orLater(ledger.store.receive(entry));
    const { rule, key } = entry.fact;
    ledger.observe({
      event: "notification-received",
      ...about(payment),
      repeat: standing !== "new",
      rule,
      key,
    });
    if (standing === "settled") return accepted;
    const work = settleAndPerform(ledger, payment);
    keepGoing(work);
    await within(ledger.platform, ledger.settings.replyWithin * 1000, work);
    return accepted;
  } catch (error) {
    return refused(ledger, request, error);
  }
}

/** T2 and T3. Whatever stops them, the tick takes them up again. */
export async function settleAndPerform<Tx>(
  ledger: Ledger<Tx>,
  { tenant, reference }: Pick<Payment, "tenant" | "reference">,
) {
  try {
    const leased = await settle(ledger, { tenant, reference });
    for (const each of leased) await perform(ledger, each);
  } catch (error) {
    ledger.observe({ event: "settle-postponed", tenant, reference, error: eventError(error) });
  }
}

async function findPayment<Tx>(
  ledger: Ledger<Tx>,
  { orderNumber, token }: NotificationRequest,
): Promise<Payment> {
  if (orderNumberPattern.test(orderNumber) && tokenPattern.test(token)) {
    const payment = await orLater(ledger.store.find(orderNumber));
    if (payment !== undefined && isNotifyToken(payment, token)) return payment;
  }
  throw refuse("unknown", "No payment has this notify address.");
}

async function readEntry<Tx>(
  ledger: Ledger<Tx>,
  payment: Payment,
  request: NotificationRequest,
): Promise<InboxEntry> {
  const fields = readBody(request.body);
  const merchant = merchantOf(ledger.settings, payment);
  if (merchant === undefined)
    throw refuse("later", `Merchant ${payment.merchantId} is not in the options any more.`);
  const { orderNumber, merchantId } = payment;
  const arrival = { payment, fields, receivedAt: ledger.platform.now() };
  try {
    const verified = verifyNotification(fields, {
      merchantId,
      orderNumber,
      keys: merchant.keys,
      rules: ledger.settings.signRules,
    });
    return inboxEntry(arrival, verified);
  } catch (error) {
    if (error instanceof NotificationRefusal) await quarantine(ledger, arrival, error.word);
    throw error;
  }
}

interface Arrival {
  readonly payment: Payment;
  readonly fields: ReadonlyMap<string, string>;
  readonly receivedAt: Date;
}

function inboxEntry({ payment, fields, receivedAt }: Arrival, verified: VerifiedNotification): InboxEntry {
  const { tenant, reference, orderNumber, variant } = payment;
  const { notification, verdict } = verified;
  const digest = notificationDigest(fields);
  const unsigned = deciding.filter(
    (name) => fields.has(name) && fields.get(name) !== "" && !verdict.signed.has(name),
  );
  const fact: NotificationFact = {
    source: "notification",
    at: receivedAt.toISOString(),
    id: digest,
    rule: verdict.rule,
    key: verdict.key,
    ...(unsigned.length === 0 ? {} : { unsigned }),
    ...whatItSays(notification, variant === "subscription"),
  };
  return { id: `${orderNumber}/${digest}`, tenant, reference, orderNumber, receivedAt, fact };
}

const deciding = ["amount", "true_amount", "currency", "transaction_id", "returncode", "alert_type"];
const textLimit = 64;

function whatItSays(notification: Notification, isSubscription: boolean) {
  const cut = (text: string) => text.slice(0, textLimit).toWellFormed();
  const optional = (name: string, text: string | undefined) => (text ? { [name]: cut(text) } : {});
  return {
    returncode: cut(notification.returncode),
    amount: cut(notification.amount),
    trueAmount: cut(notification.true_amount),
    currency: cut(notification.currency),
    transactionId: cut(notification.transaction_id),
    datetime: cut(notification.datetime),
    ...optional("alertType", notification.alert_type),
    ...(isSubscription ? optional("periodCount", notification.payment_period_count) : {}),
    ...(isSubscription ? optional("masterId", notification.payment_transaction_id) : {}),
    ...optional("enabled", notification.enabled),
  };
}

/** Keeps what had the right token but no right sign, so that a wrong key loses nothing (NSIG-MISSING). */
async function quarantine<Tx>(
  ledger: Ledger<Tx>,
  { payment, fields, receivedAt }: Arrival,
  word: RefusalWord,
) {
  if (word !== "unsigned" && word !== "mismatch" && word !== "malformed") return;
  const kept = [...fields].slice(0, 40).map(([name, value]) => [name, value.slice(0, 255)] as const);
  const entry = {
    id: notificationDigest(fields),
    at: receivedAt.toISOString(),
    word,
    fields: Object.fromEntries(kept),
  };
  await orLater(settle(ledger, payment, [{ orderNumber: payment.orderNumber, quarantine: entry }]));
}

async function orLater<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw refuse("later", `The store is not available: ${eventError(error).message}`);
  }
}

function refused<Tx>(ledger: Ledger<Tx>, { orderNumber }: NotificationRequest, error: unknown): Reply {
  const { word, message } =
    error instanceof NotificationRefusal
      ? error
      : refuse("failure", `Unexpected: ${eventError(error).message}`);
  const known = orderNumberPattern.test(orderNumber) ? { orderNumber } : {};
  ledger.observe({ event: "notification-refused", word, message, ...known });
  return refusal(word);
}
