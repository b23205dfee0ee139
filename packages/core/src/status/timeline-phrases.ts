/**
 * All phrases of a timeline in English, by id. `{name}` is a placeholder for a value. An admin in another language translates each id.
 */
export const timelinePhrases = {
  started: "Attempt {attempt} started: {variant}, {amount} {currency}, order number {orderNumber}.",
  redirected: "The gateway asked for the buyer to be sent to its page.",
  approved: "The gateway approved it at once. Only its notification confirms that.",
  declined: "The gateway declined it.",
  rejected: "The gateway rejected the request.",
  unclear: "The gateway gave no clear answer ({reason}). We do not know whether it received the order.",
  "not-connected": "The gateway was not reached: no connection was made. It did not receive the order.",
  "http-refused": "The gateway's server refused the request (HTTP {status}). It did not accept the order.",
  "gateway-says": "It says: {text}",
  confirmed: "The gateway confirmed {amount} {currency} paid (transaction {transaction}).",
  "confirmed-cycle":
    "The gateway confirmed {amount} {currency} paid (transaction {transaction}, cycle {cycle}).",
  failed: "The gateway reported failure (transaction {transaction}).",
  "failed-cycle": "The gateway reported failure (transaction {transaction}, cycle {cycle}).",
  "unknown-code": "The gateway reported the unknown code {code} (transaction {transaction}).",
  "unknown-code-cycle":
    "The gateway reported the unknown code {code} (transaction {transaction}, cycle {cycle}).",
  "own-number": "It came under the order number {orderNumber}.",
  "subscription-closed": "It also reports that the subscription was closed.",
  notice: "The gateway sent a notice ({type}) about transaction {transaction}.",
  "refused-unsigned": "A notification was refused: its sign is missing. It changed nothing.",
  "refused-mismatch": "A notification was refused: its sign is wrong. It changed nothing.",
  "refused-malformed":
    "A notification was refused: its fields are incomplete or ambiguous. It changed nothing.",
  "operator-accepted": "{operator} accepted the payment: {note}",
  "operator-accepted-charge": "{operator} accepted transaction {transaction} as its payment: {note}",
  "operator-closed": "{operator} closed the payment: {note}",
  "operator-refunded": "{operator} refunded the payment: {note}",
  "operator-refunded-amount":
    "{operator} recorded a refund of {amount} {currency} (reference {reference}): {note}",
  "operator-retried": "{operator} retried the review item {kind}.",
  "operator-retried-cycle": "{operator} retried the review item {kind} of cycle {cycle}.",
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

/** Says phrases one after the other, in the language of these words. */
export function renderPhrases(
  said: readonly TimelinePhrase[],
  words: Readonly<Record<TimelinePhraseId, string>>,
): string {
  return said
    .map(({ id, values }) => words[id].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ""))
    .join(" ");
}
