import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { createUrlTokenPredicate } from "../links/url-tokens.ts";
import { maskDigitRuns } from "../mask/mask-text.ts";
import { maskUrlTokens, type UrlTokenPredicate } from "../mask/mask-url-tokens.ts";
import type { UnverifiedNotification } from "../payment/attempt.ts";
import type { RunInBackground } from "../platform.ts";
import { identifyingFields, notificationDigest } from "../protocol/notification/notification.ts";
import type { RefusalCode } from "../protocol/notification/notification-refusal.ts";
import { containsPossibleCardNumber } from "../protocol/sale/possible-card-number.ts";
import type { ReceivedNotification } from "../verification/verify-received-notification.ts";

/** Whether a notification with the right token is stored. Others name another attempt, or nothing at all. */
function isQuarantinable(code: RefusalCode): code is UnverifiedNotification["code"] {
  return code === "unsigned" || code === "mismatch" || code === "malformed" || code === "sender";
}

interface Refusal {
  readonly code: RefusalCode;
  readonly runInBackground: RunInBackground;
}

/**
 * Stores a notification with the right token that does not verify, because it can be evidence of a payment: a wrong key loses nothing
 * (NSIG-MISSING). Runs the jobs that follow in the background. Returns whether the notification is acknowledged nevertheless: it has no
 * signature, the shop records such notifications, and this one is stored. A full quarantine stores no more.
 */
export async function quarantineNotification<Tx>(
  engine: EngineContext<Tx>,
  { attempt, fields, receivedAt }: ReceivedNotification,
  { code, runInBackground }: Refusal,
): Promise<boolean> {
  if (!isQuarantinable(code)) return false;
  const identifying = identifyingFields(fields);
  const id = notificationDigest(identifying);
  const redact = () => redactFields(identifying, createUrlTokenPredicate(attempt));
  const notification = { id, at: receivedAt.toISOString(), code, redact };
  const { attemptId } = attempt;
  const updates = [{ kind: "quarantine", attemptId, notification }] as const;
  runInBackground(runLeasedJobs(engine, await applyFacts(engine, attempt, { updates })));
  if (code !== "unsigned" || engine.settings.unsignedNotifications !== "record") return false;
  const stored = await engine.store.findAttempt(attemptId);
  return stored?.quarantine.some((each) => each.id === id) === true;
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
function redactFields(
  fields: ReadonlyMap<string, string>,
  isToken: UrlTokenPredicate,
): Record<string, string> {
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
