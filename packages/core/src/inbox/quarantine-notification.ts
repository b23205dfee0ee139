import { applyFacts } from "../apply/apply-facts.ts";
import type { EngineContext } from "../engine-context.ts";
import { runLeasedJobs } from "../jobs/run-leased-jobs.ts";
import { createUrlTokenPredicate } from "../links/url-tokens.ts";
import { maskDigitRuns, maskUrlTokens, type UrlTokenPredicate } from "../mask/mask-text.ts";
import { type Attempt, quarantineCodes, type UnverifiedNotification } from "../payment/attempt.ts";
import { messageTypeRules } from "../protocol/messages/message-types.ts";
import type { NotificationRefusal } from "../protocol/notification/notification-refusal.ts";
import { notificationDigest, notificationFieldNames } from "../protocol/notification/verify-notification.ts";
import { containsPossibleCardNumber } from "../protocol/sale/card.ts";

/** A message that was not taken: at the notify address of an attempt, or at the dispute webhook of its merchant. */
export interface RefusedMessage extends Pick<UnverifiedNotification, "webhook"> {
  readonly attempt: Attempt;
  /** As far as they were read. */
  readonly fields: ReadonlyMap<string, string>;
  readonly receivedAt: Date;
  readonly refusal: NotificationRefusal;
}

/**
 * Stores a message with the right token that was not taken, whatever it looks like, because it can be evidence of a payment: a wrong key
 * loses nothing (NSIG-MISSING). Runs the jobs that follow in the background. Returns whether the message is acknowledged nevertheless: it
 * has no signature, the shop records such messages, and this one is stored. A full quarantine stores no more.
 */
export async function quarantineNotification(
  engine: EngineContext,
  { attempt, fields, receivedAt, refusal, webhook }: RefusedMessage,
): Promise<boolean> {
  const code = quarantineCodes.find((each) => each === refusal.code);
  if (code === undefined) return false;
  const origin = webhook === undefined ? {} : { webhook };
  const id = identityOf(fields, { code, ...origin });
  const redact = () => redactFields(fields, createUrlTokenPredicate(attempt));
  const message = messageForStaff(refusal, webhook);
  const notification = { id, at: receivedAt.toISOString(), code, message, redact, ...origin };
  const { attemptId } = attempt;
  const updates = [{ kind: "quarantine", attemptId, notification }] as const;
  engine.runInBackground(runLeasedJobs(engine, await applyFacts(engine, attempt, { updates })));
  if (code !== "unsigned" || engine.settings.unsignedNotifications !== "record") return false;
  const stored = await engine.store.findAttempt(attemptId);
  return stored?.quarantine.some((each) => each.id === id) === true;
}

const ownFields: ReadonlySet<string> = new Set([...messageTypeRules.notification.fields, "alert_type"]);

/**
 * Nothing in such a message is signed, so only the protocol's own fields distinguish two of them. The same message at another address is
 * another one: it can pay only at the notify address.
 */
function identityOf(
  fields: ReadonlyMap<string, string>,
  { code, webhook }: Pick<UnverifiedNotification, "code" | "webhook">,
): string {
  const own = [...fields].filter(([name]) => ownFields.has(name));
  const identity: [string, string][] = own.length === 0 ? [["code", code]] : own;
  return notificationDigest(webhook === undefined ? identity : [...identity, ["webhook", "1"]]);
}

function messageForStaff({ code, message }: NotificationRefusal, webhook: RefusedMessage["webhook"]): string {
  if (webhook === true)
    return `A message arrived at the dispute webhook, but it is none that the webhook can take. It changed nothing. ${message}`;
  switch (code) {
    case "unsigned":
    case "mismatch":
      return `Notifications arrived at the right address, but their signature does not verify. ${message}`;
    case "sender":
      return "Notifications arrived at the right address, but the option notifyFrom does not contain their sender. Check the option, then retry this item.";
    default:
      return `A message arrived at the right address, but it is no payment notification that the shop can take. ${message}`;
  }
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
const isSignDigest = (sign: string) => /^[0-9A-Fa-f]{32}$/.test(sign);

/** Other fields are stored if they can be no name, address or text: a signature may cover them. */
const isPlainCode = (name: string, value: string) => plainName.test(name) && /^[\w.:-]{0,64}$/.test(value);
/** Too short for a URL token, and with too few digits in a row for a card number: a sender can put anything into a name. */
const plainName = /^(?!.*\d{4})\w{1,25}$/;
const otherFieldLimit = 20;
/** Texts that can name the buyer, even in one word, and a name that is no field of a record. */
const neverStored: ReadonlySet<string> = new Set(["attach", "alert_content", "__proto__"]);

/**
 * Returns the fields without the attachment, texts in unknown fields, URL tokens and possible card numbers (NSIG-MISSING). They must stay
 * whole otherwise, so that they can verify again.
 */
function redactFields(fields: ReadonlyMap<string, string>, isToken: UrlTokenPredicate) {
  const mask = (name: string, value: string) =>
    name === "sign" && isSignDigest(value)
      ? value
      : maskDigitRuns(value, 13, (digits) => !idFields.has(name) || containsPossibleCardNumber(digits));
  const isOwn = ([name]: readonly [string, string]) => notificationFieldNames.has(name);
  const others = [...fields].filter((field) => !isOwn(field) && isPlainCode(...field));
  return Object.fromEntries(
    [...[...fields].filter(isOwn), ...others.slice(0, otherFieldLimit)]
      .filter(([name]) => !neverStored.has(name))
      .map(([name, value]) => [name, mask(name, maskUrlTokens(value, isToken).slice(0, 255)).toWellFormed()]),
  );
}
