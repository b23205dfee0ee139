import { toAmountText } from "../money/amount-text.ts";
import type { DecisionFact, Fact, NotificationFact, ResponseFact, RetryFact } from "./fact.ts";
import { whyNotReceived } from "./not-received.ts";
import { operatorLabel } from "./operator.ts";
import type { Payment } from "./payment.ts";
import { type Phrase, phrase, phrases, tell } from "./phrases.ts";
import type { Refund } from "./refund.ts";

/** One line of a payment's story, for staff. `at` is an ISO instant in UTC; facts stand in the order in which they were heard. */
export interface TimelineEntry {
  readonly at: string;
  readonly source: "shop" | Fact["source"];
  /** In English. */
  readonly text: string;
  /** The same for other languages: what is said, one after the other. */
  readonly said: readonly Phrase[];
}

export function timelineOf(payment: Payment): TimelineEntry[] {
  const { money, variant, orderNumber, attempt } = payment;
  const terms = { amount: toAmountText(money), currency: money.currency };
  const started = line(payment.createdAt, "shop", [
    phrase("started", { attempt: String(attempt), variant, ...terms, orderNumber }),
  ]);
  const told = toldFacts(payment.facts);
  const held = payment.quarantine.map(({ at, word }) =>
    line(at, "notification", [phrase(`refused-${word}`)]),
  );
  return [started, ...[...told, ...held].sort((a, b) => a.at.localeCompare(b.at))];
}

/** Facts in plain words, as they stand. */
export function toldFacts(facts: readonly Fact[]): TimelineEntry[] {
  return facts.map((fact) => line(fact.at, fact.source, tellFact(fact)));
}

function line(at: string, source: TimelineEntry["source"], said: readonly Phrase[]): TimelineEntry {
  return { at, source, text: tell(said, phrases), said };
}

function tellFact(fact: Fact): Phrase[] {
  switch (fact.source) {
    case "response":
      return tellResponse(fact);
    case "notification":
      return tellNotification(fact);
    case "operator":
      return [fact.action === "retried" ? retryPhrase(fact) : tellDecision(fact)];
  }
}

function tellDecision({ action, note, transactions = [], refund, ...by }: DecisionFact): Phrase {
  const operator = operatorLabel(by.operator);
  if (refund !== undefined)
    return phrase("operator-refunded-amount", { operator, note, ...toldRefund(refund) });
  if (action !== "accepted" || transactions.length === 0)
    return phrase(`operator-${action}`, { operator, note });
  return phrase("operator-accepted-charge", { operator, note, transaction: transactions.join(", ") });
}

function toldRefund({ money, reference }: Refund) {
  return { amount: toAmountText(money), currency: money.currency, reference };
}

function retryPhrase({ kind, cycle, ...by }: RetryFact): Phrase {
  const operator = operatorLabel(by.operator);
  return cycle === undefined
    ? phrase("operator-retried", { operator, kind })
    : phrase("operator-retried-cycle", { operator, kind, cycle: String(cycle) });
}

function tellResponse(fact: ResponseFact): Phrase[] {
  const { outcome, text } = fact;
  const words = text === undefined ? [] : [phrase("gateway-says", { text })];
  switch (outcome) {
    case "redirect":
      return [phrase("redirected")];
    case "approved":
    case "declined":
    case "rejected":
      return [phrase(outcome), ...words];
    case "unknown":
      return [tellUnknown(fact)];
  }
}

function tellUnknown(fact: ResponseFact): Phrase {
  const { reason = "unknown", httpStatus } = fact;
  const why = whyNotReceived(fact);
  if (why !== undefined) return phrase(why, why === "http-refused" ? { status: String(httpStatus) } : {});
  return phrase("unclear", { reason: httpStatus === undefined ? reason : `${reason}, HTTP ${httpStatus}` });
}

function tellNotification(fact: NotificationFact): Phrase[] {
  const transaction = fact.transactionId;
  if (fact.alertType !== undefined) return [phrase("notice", { type: fact.alertType, transaction })];
  return [
    tellOutcome(fact),
    ...(fact.ownNumber === undefined ? [] : [phrase("own-number", { orderNumber: fact.ownNumber })]),
    ...(fact.enabled === "0" ? [phrase("subscription-closed")] : []),
  ];
}

function tellOutcome(fact: NotificationFact): Phrase {
  const { returncode: code, trueAmount: amount, currency, periodCount: cycle } = fact;
  const about = { transaction: fact.transactionId, ...(cycle === undefined ? {} : { cycle }) };
  const suffix = cycle === undefined ? "" : "-cycle";
  switch (code) {
    case "00":
      return phrase(`confirmed${suffix}`, { amount, currency, ...about });
    case "2":
      return phrase(`failed${suffix}`, about);
    default:
      return phrase(`unknown-code${suffix}`, { code, ...about });
  }
}
