import { toAmountText } from "../money/amount-text.ts";
import type { Fact, NotificationFact, ResponseFact } from "./fact.ts";
import type { Payment, Quarantined } from "./payment.ts";

/** One line of a payment's story, for staff. `at` is an ISO instant in UTC; facts stand in the order in which they were heard. */
export interface TimelineEntry {
  readonly at: string;
  readonly source: "shop" | Fact["source"];
  readonly text: string;
}

const whyRefused: Record<Quarantined["word"], string> = {
  unsigned: "its sign is missing",
  mismatch: "its sign is wrong",
  malformed: "required fields are missing",
};

export function timelineOf(payment: Payment): TimelineEntry[] {
  const { money, variant, orderNumber, attempt } = payment;
  const started: TimelineEntry = {
    at: payment.createdAt,
    source: "shop",
    text: `Attempt ${attempt} started: ${variant}, ${toAmountText(money)} ${money.currency}, order number ${orderNumber}.`,
  };
  const told = payment.facts.map((fact) => ({ at: fact.at, source: fact.source, text: tell(fact) }));
  const held = payment.quarantine.map((entry) => ({
    at: entry.at,
    source: "notification" as const,
    text: `A notification was refused: ${whyRefused[entry.word]}. It changed nothing.`,
  }));
  return [started, ...[...told, ...held].sort((a, b) => a.at.localeCompare(b.at))];
}

function tell(fact: Fact): string {
  switch (fact.source) {
    case "response":
      return tellResponse(fact);
    case "notification":
      return tellNotification(fact);
    case "operator":
      return `${fact.who} ${fact.action} the payment: ${fact.note}`;
  }
}

function tellResponse(fact: ResponseFact): string {
  const words = fact.text === undefined ? "" : ` It says: ${fact.text}`;
  switch (fact.outcome) {
    case "redirect":
      return "The gateway asked for the buyer to be sent to its page.";
    case "approved":
      return `The gateway approved it at once. Only its notification confirms that.${words}`;
    case "declined":
      return `The gateway declined it.${words}`;
    case "rejected":
      return `The gateway rejected the request.${words}`;
    case "unknown":
      return `The gateway gave no clear answer (${fact.reason ?? "unknown"}). It may have received the order.`;
  }
}

function tellNotification(fact: NotificationFact): string {
  const transaction = `transaction ${fact.transactionId}`;
  if (fact.alertType !== undefined)
    return `The gateway sent a notice (${fact.alertType}) about ${transaction}.`;
  const cycle = fact.periodCount === undefined ? "" : `, cycle ${fact.periodCount}`;
  const closed = fact.enabled === "0" ? " It also reports that the subscription was closed." : "";
  switch (fact.returncode) {
    case "00":
      return `The gateway confirmed ${fact.trueAmount} ${fact.currency} paid (${transaction}${cycle}).${closed}`;
    case "2":
      return `The gateway reported failure (${transaction}${cycle}).${closed}`;
    default:
      return `The gateway reported the unknown code ${fact.returncode} (${transaction}${cycle}).${closed}`;
  }
}
