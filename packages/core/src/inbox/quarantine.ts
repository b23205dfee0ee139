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

/** Whether a notification with the right token is stored. Others name another attempt, or nothing at all. */
function isQuarantinable(code: RefusalCode): code is UnverifiedNotification["code"] {
  return code === "unsigned" || code === "mismatch" || code === "malformed" || code === "sender";
}

/**
 * Stores a notification with the right token that does not verify, so that a wrong key loses nothing (NSIG-MISSING). Returns the jobs
 * that follow.
 */
export async function quarantineNotification<Tx>(
  engine: Engine<Tx>,
  { attempt, fields, receivedAt }: ReceivedNotification,
  code: RefusalCode,
): Promise<readonly LeasedJob[]> {
  if (!isQuarantinable(code)) return [];
  const identifying = identifyingFields(fields);
  const notification = {
    id: quarantineId(fields),
    at: receivedAt.toISOString(),
    code,
    redact: () => redactFields(identifying, urlTokenTestOf(attempt)),
  };
  const { attemptId } = attempt;
  return applyFacts(engine, attempt, { updates: [{ kind: "quarantine", attemptId, notification }] });
}

/** Returns the id under which a notification that does not verify is stored. A repeat has the same id. */
export function quarantineId(fields: ReceivedNotification["fields"]): string {
  return notificationDigest(identifyingFields(fields));
}

/** Fields with long runs of digits. They verify again only unchanged, so they are masked only where they could be a card number. */
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

/** Returns the protocol's own fields without the attachment, URL tokens and possible card numbers (NSIG-MISSING). */
function redactFields(fields: ReadonlyMap<string, string>, isToken: UrlTokenTest): Record<string, string> {
  const mask = (name: string, value: string) =>
    name === "sign" && isSignDigest(value)
      ? value
      : maskDigitRuns(value, 13, (digits) => !idFields.has(name) || containsPossibleCardNumber(digits));
  return Object.fromEntries(
    [...fields]
      .filter(([name]) => name !== "attach")
      .map(([name, value]) => [name, mask(name, maskUrlTokens(value, isToken).slice(0, 255)).toWellFormed()]),
  );
}
