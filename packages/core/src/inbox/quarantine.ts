import { applyFacts } from "../apply/apply-facts.ts";
import type { Engine } from "../engine.ts";
import { urlTokenTestOf } from "../links/url-tokens.ts";
import { maskDigitRuns } from "../mask/mask-text.ts";
import { maskUrlTokens, type UrlTokenTest } from "../mask/mask-url-tokens.ts";
import type { UnverifiedNotification } from "../payment/attempt.ts";
import type { LeasedJob } from "../payment/job.ts";
import { identifyingFields, notificationDigest } from "../protocol/notification/notification.ts";
import type { RefusalCode } from "../protocol/notification/notification-refusal.ts";
import { containsPossibleCardNumber } from "../protocol/sale/possible-card-number.ts";
import type { ReceivedNotification } from "../verification/verified-notification.ts";

/** Why a notification with the right token may be kept. Others name another payment, or nothing at all. */
function isQuarantinable(word: RefusalCode): word is UnverifiedNotification["word"] {
  return word === "unsigned" || word === "mismatch" || word === "malformed";
}

/**
 * Keeps what had the right token but could not be believed, so that a wrong key loses nothing (NSIG-MISSING). Gives the work
 * that settling the book brought along.
 */
export async function quarantineNotification<Tx>(
  ledger: Engine<Tx>,
  { payment, fields, receivedAt }: ReceivedNotification,
  word: RefusalCode,
): Promise<LeasedJob[]> {
  if (!isQuarantinable(word)) return [];
  const telling = identifyingFields(fields);
  const quarantine = {
    id: notificationDigest(telling),
    at: receivedAt.toISOString(),
    word,
    redact: () => redactFields(telling, urlTokenTestOf(payment)),
  };
  return applyFacts(ledger, payment, [{ orderNumber: payment.orderNumber, quarantine }]);
}

/** Long runs of digits by nature. They verify again only as they came, so they are masked only where they could be a card's number. */
const idFields: ReadonlySet<string> = new Set([
  "memberid",
  "orderid",
  "transaction_id",
  "payment_transaction_id",
  "datetime",
  "sign",
]);

/** Half of its characters are digits, and it must stay whole to verify again. */
const isSignDigest = (sign: string) => /^[0-9A-F]{32}$/.test(sign);

/** The protocol's own fields without the attachment, and in them neither a URL token nor what could be a card number (NSIG-MISSING). */
function redactFields(telling: ReadonlyMap<string, string>, isToken: UrlTokenTest): Record<string, string> {
  const mask = (name: string, value: string) =>
    name === "sign" && isSignDigest(value)
      ? value
      : maskDigitRuns(value, 13, (digits) => !idFields.has(name) || containsPossibleCardNumber(digits));
  return Object.fromEntries(
    [...telling]
      .filter(([name]) => name !== "attach")
      .map(([name, value]) => [name, mask(name, maskUrlTokens(value, isToken).slice(0, 255)).toWellFormed()]),
  );
}
