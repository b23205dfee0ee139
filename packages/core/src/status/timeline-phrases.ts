import type { DisputeFact } from "../payment/dispute-fact.ts";
import { operatorLabel } from "../payment/operator.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import { type Money, toAmountText } from "../protocol/money/money.ts";

/**
 * All phrases of a timeline in English, by id. `{name}` is a placeholder for a value. An admin in another language translates each id.
 */
export const timelinePhrases = {
  started: "Attempt {attempt} started: {variant}, {amount} {currency}, gateway order ID {attemptId}.",
  "link-created": "{operator} made the payment link.",
  "link-opened": "The buyer opened the payment link.",
  "link-withdrawn": "{operator} withdrew the payment link.",
  "link-replaced": "{operator} replaced the payment link by another one.",
  redirected: "The gateway returned its payment page.",
  approved: "The gateway approved the payment. Only its notification confirms this.",
  "approved-pays": "The gateway approved the payment. The shop's option immediateSuccess makes this paid.",
  declined: "The gateway declined the payment.",
  rejected: "The gateway rejected the request.",
  unclear:
    "The gateway returned no clear response ({reason}). It is not known whether the gateway received the order.",
  "not-connected": "No connection to the gateway was possible. It did not receive the order.",
  "http-refused": "The gateway's server refused the request (HTTP {status}). It did not accept the order.",
  "gateway-text": "The gateway's text: {text}",
  "gateway-text-unsigned": "The gateway's text, which is not signed: {text}",
  "returned-succeeded": "The buyer's browser reported a successful payment. This is not verified.",
  "returned-fail": "The buyer's browser reported a failed payment. This is not verified.",
  "returned-processing":
    "The buyer's browser reported that the payment is being processed. This is not verified.",
  confirmed: "The gateway confirmed {amount} {currency} paid (transaction {transaction}).",
  "confirmed-cycle":
    "The gateway confirmed {amount} {currency} paid (transaction {transaction}, cycle {cycle}).",
  failed: "The gateway reported a failed payment (transaction {transaction}).",
  "failed-cycle": "The gateway reported a failed payment (transaction {transaction}, cycle {cycle}).",
  "unknown-code": "The gateway reported the unknown code {code} (transaction {transaction}).",
  "unknown-code-cycle":
    "The gateway reported the unknown code {code} (transaction {transaction}, cycle {cycle}).",
  "reported-attempt-id": "The notification has the gateway order ID {attemptId}.",
  "subscription-closed": "The gateway also reported that the subscription is closed.",
  "inquiry-paid":
    "When asked, the gateway answered that {amount} {currency} is paid (transaction {transaction}).",
  "inquiry-paid-unproven":
    "When asked, the gateway answered that the order is paid, without a transaction ID. This does not prove the payment.",
  "inquiry-failed": "When asked, the gateway answered that the payment failed.",
  "inquiry-not-paid": "When asked, the gateway answered that the order is not paid.",
  "inquiry-pending": "When asked, the gateway answered that the payment is still being processed.",
  "inquiry-refunded": "When asked, the gateway answered that the payment was refunded.",
  "inquiry-unrecognized":
    "When asked, the gateway answered with the state {state}, which it does not document.",
  "refusal-upheld": "No answer contradicts that the gateway rejected the request. The attempt has failed.",
  "cancel-requested-buyer": "The buyer asked to cancel the subscription.",
  "cancel-requested-operator": "{operator} asked to cancel the subscription.",
  "cancel-confirmed": "The gateway confirmed the cancellation. It charges no further cycle.",
  "cancel-refused": "The gateway refused the cancellation. Charges go on.",
  notice: "The gateway sent an alert ({type}) about transaction {transaction}.",
  "refused-unsigned": "A notification arrived without a signature. It changed nothing.",
  "refused-mismatch": "A notification was refused: its signature is wrong. It changed nothing.",
  "refused-malformed":
    "A notification was refused: its fields are incomplete or ambiguous. It changed nothing.",
  "refused-foreign": "A message was refused: it names another merchant or another order. It changed nothing.",
  "refused-large": "A message was refused: it is too large. It changed nothing.",
  "refused-slow": "A message was refused: it did not arrive completely. It changed nothing.",
  "refused-charset": "A message was refused: the shop cannot decode its text. It changed nothing.",
  "refused-later":
    "A notification could not be verified: the options do not contain its merchant. It changed nothing.",
  "refused-failure": "A message was refused: another part of the shop failed on it. It changed nothing.",
  "refused-sender":
    "A notification was refused: the option notifyFrom does not contain its sender. It changed nothing.",
  "operator-accept": "{operator} accepted the payment: {note}",
  "operator-accept-charge": "{operator} accepted transaction {transaction}: {note}",
  "operator-dismiss": "{operator} dismissed the payment: {note}",
  "operator-record-refund": "{operator} recorded a refund: {note}",
  "operator-record-refund-amount":
    "{operator} recorded a refund of {amount} {currency} (reference {reference}): {note}",
  "refund-requested": "The shop asked for a refund of {amount} {currency}: {reason}",
  "refund-requested-by": "{operator} asked for a refund of {amount} {currency}: {reason}",
  "refund-submitted": "The refund was sent to the gateway.",
  "refund-accepted": "The gateway accepted refund {refund}. The money is not back yet.",
  "refund-refused": "The gateway refused the refund.",
  "refund-unknown":
    "The gateway gave no clear answer to the refund ({reason}). It is not known whether the money goes back. The refund is not sent again.",
  "refund-succeeded": "The gateway reported that refund {refund} of {amount} {currency} succeeded.",
  "refund-failed": "The gateway reported that refund {refund} of {amount} {currency} failed.",
  "refund-resolved-succeeded": "{operator} recorded that the refund was made: {note}",
  "refund-resolved-failed": "{operator} recorded that the refund was not made: {note}",
  "dispute-chargeback": "The gateway reported a chargeback of transaction {transaction} (status {status}).",
  "dispute-ethoca-alert":
    "The gateway reported an Ethoca alert about transaction {transaction} (status {status}).",
  "dispute-rdr-alert": "The gateway reported an RDR alert about transaction {transaction} (status {status}).",
  "dispute-refund":
    "The gateway reported a refund of transaction {transaction} that could not be recorded automatically (status {status}).",
  "dispute-unrecognized": "The gateway reported “{type}” about transaction {transaction} (status {status}).",
  "omitted-failures":
    "{count} more reports without a payment arrived. They changed nothing and are not listed.",
  "omitted-disputes": "{count} more messages about disputes arrived. They are not listed. Ask the gateway.",
  "operator-retry": "{operator} retried the review item {kind}.",
  "operator-retry-cycle": "{operator} retried the review item {kind} of cycle {cycle}.",
} as const;

/** The id of a phrase in `timelinePhrases`. */
export type TimelinePhraseId = keyof typeof timelinePhrases;

/** A phrase, with the values of its placeholders. */
export interface TimelinePhrase {
  readonly id: TimelinePhraseId;
  readonly values: Readonly<Record<string, string>>;
}

export function createTimelinePhrase(
  id: TimelinePhraseId,
  values: TimelinePhrase["values"] = {},
): TimelinePhrase {
  return { id, values };
}

/** Returns the text with its values: `{count}` becomes the value of `count`. */
export function fillText(
  text: string,
  values: Readonly<Record<string, string | number | null | undefined>>,
): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Returns phrases as one text, in the language of these words. */
export function renderPhrases(
  phrases: readonly TimelinePhrase[],
  words: Readonly<Record<TimelinePhraseId, string>>,
): string {
  return phrases.map(({ id, values }) => fillText(words[id], values)).join(" ");
}

/** Returns the phrase of a timeline about a message of the dispute webhook. */
export function disputePhrase(fact: DisputeFact): TimelinePhrase {
  const { type, transactionId: transaction, alertType, alertStatus: status = "" } = fact;
  const named = type === "unrecognized" ? { type: alertType } : {};
  return createTimelinePhrase(`dispute-${type}`, { transaction, status, ...named });
}

/** Returns the phrases of a timeline about a refund through the gateway. */
export function refundPhrases(fact: RefundFact): TimelinePhrase[] {
  switch (fact.step) {
    case "requested": {
      const values = { reason: fact.reason, ...amountValues(fact.amount) };
      if (fact.operator === undefined) return [createTimelinePhrase("refund-requested", values)];
      const operator = operatorLabel(fact.operator);
      return [createTimelinePhrase("refund-requested-by", { operator, ...values })];
    }
    case "submitted":
      return [createTimelinePhrase("refund-submitted")];
    case "answered": {
      const { outcome, refundId = "", text = "" } = fact;
      const values = { accepted: { refund: refundId }, refused: {}, unknown: { reason: text } };
      const why =
        outcome === "refused" && text !== "" ? [createTimelinePhrase("gateway-text", { text })] : [];
      return [createTimelinePhrase(`refund-${outcome}`, values[outcome]), ...why];
    }
    case "reported": {
      const values = { refund: fact.refundId, ...amountValues(fact.amount) };
      return [createTimelinePhrase(`refund-${fact.outcome}`, values)];
    }
    case "resolved": {
      const values = { operator: operatorLabel(fact.operator), note: fact.note };
      return [createTimelinePhrase(`refund-resolved-${fact.outcome}`, values)];
    }
  }
}

export function amountValues(amount: Money) {
  return { amount: toAmountText(amount), currency: amount.currency };
}
