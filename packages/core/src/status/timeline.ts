import type { Attempt } from "../payment/attempt.ts";
import type { Fact, NotificationFact, ResolutionFact, ResponseFact, RetryFact } from "../payment/fact.ts";
import { notReceivedReason } from "../payment/not-received-reason.ts";
import { operatorLabel } from "../payment/operator.ts";
import type { Refund } from "../payment/refund.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import {
  createTimelinePhrase,
  renderPhrases,
  type TimelinePhrase,
  timelinePhrases,
} from "./timeline-phrases.ts";

/** One line of an attempt's timeline, for staff. Entries are in the order in which core received the facts. */
export interface TimelineEntry {
  /** ISO instant in UTC. */
  readonly at: string;
  readonly source: "shop" | Fact["source"];
  /** The text in English. */
  readonly text: string;
  /** The phrases of the text in their order, for other languages. */
  readonly said: readonly TimelinePhrase[];
}

export function timelineOf(payment: Attempt): TimelineEntry[] {
  const { money, variant, orderNumber, attempt } = payment;
  const terms = { amount: toAmountText(money), currency: money.currency };
  const started = timelineEntry(payment.createdAt, "shop", [
    createTimelinePhrase("started", { attempt: String(attempt), variant, ...terms, orderNumber }),
  ]);
  const told = factEntries(payment.facts);
  const held = payment.quarantine.map(({ at, word }) =>
    timelineEntry(at, "notification", [createTimelinePhrase(`refused-${word}`)]),
  );
  return [started, ...[...told, ...held].sort((a, b) => a.at.localeCompare(b.at))];
}

/** Facts in plain words, as they stand. */
export function factEntries(facts: readonly Fact[]): TimelineEntry[] {
  return facts.map((fact) => timelineEntry(fact.at, fact.source, factPhrases(fact)));
}

function timelineEntry(
  at: string,
  source: TimelineEntry["source"],
  said: readonly TimelinePhrase[],
): TimelineEntry {
  return { at, source, text: renderPhrases(said, timelinePhrases), said };
}

function factPhrases(fact: Fact): TimelinePhrase[] {
  switch (fact.source) {
    case "response":
      return responsePhrases(fact);
    case "notification":
      return notificationPhrases(fact);
    case "operator":
      return [fact.action === "retried" ? retryPhrase(fact) : resolutionPhrase(fact)];
  }
}

function resolutionPhrase({
  action,
  note,
  transactions = [],
  refund,
  ...by
}: ResolutionFact): TimelinePhrase {
  const operator = operatorLabel(by.operator);
  if (refund !== undefined)
    return createTimelinePhrase("operator-refunded-amount", { operator, note, ...refundValues(refund) });
  if (action !== "accepted" || transactions.length === 0)
    return createTimelinePhrase(`operator-${action}`, { operator, note });
  return createTimelinePhrase("operator-accepted-charge", {
    operator,
    note,
    transaction: transactions.join(", "),
  });
}

function refundValues({ money, reference }: Refund) {
  return { amount: toAmountText(money), currency: money.currency, reference };
}

function retryPhrase({ kind, cycle, ...by }: RetryFact): TimelinePhrase {
  const operator = operatorLabel(by.operator);
  return cycle === undefined
    ? createTimelinePhrase("operator-retried", { operator, kind })
    : createTimelinePhrase("operator-retried-cycle", { operator, kind, cycle: String(cycle) });
}

function responsePhrases(fact: ResponseFact): TimelinePhrase[] {
  const { outcome, text } = fact;
  const words = text === undefined ? [] : [createTimelinePhrase("gateway-says", { text })];
  switch (outcome) {
    case "redirect":
      return [createTimelinePhrase("redirected")];
    case "approved":
    case "declined":
    case "rejected":
      return [createTimelinePhrase(outcome), ...words];
    case "unknown":
      return [unknownOutcomePhrase(fact)];
  }
}

function unknownOutcomePhrase(fact: ResponseFact): TimelinePhrase {
  const { reason = "unknown", httpStatus } = fact;
  const why = notReceivedReason(fact);
  if (why !== undefined)
    return createTimelinePhrase(why, why === "http-refused" ? { status: String(httpStatus) } : {});
  return createTimelinePhrase("unclear", {
    reason: httpStatus === undefined ? reason : `${reason}, HTTP ${httpStatus}`,
  });
}

function notificationPhrases(fact: NotificationFact): TimelinePhrase[] {
  const transaction = fact.transactionId;
  if (fact.alertType !== undefined)
    return [createTimelinePhrase("notice", { type: fact.alertType, transaction })];
  return [
    outcomePhrase(fact),
    ...(fact.ownNumber === undefined
      ? []
      : [createTimelinePhrase("own-number", { orderNumber: fact.ownNumber })]),
    ...(fact.enabled === "0" ? [createTimelinePhrase("subscription-closed")] : []),
  ];
}

function outcomePhrase(fact: NotificationFact): TimelinePhrase {
  const { returncode: code, trueAmount: amount, currency, periodCount: cycle } = fact;
  const about = { transaction: fact.transactionId, ...(cycle === undefined ? {} : { cycle }) };
  const suffix = cycle === undefined ? "" : "-cycle";
  switch (code) {
    case "00":
      return createTimelinePhrase(`confirmed${suffix}`, { amount, currency, ...about });
    case "2":
      return createTimelinePhrase(`failed${suffix}`, about);
    default:
      return createTimelinePhrase(`unknown-code${suffix}`, { code, ...about });
  }
}
