import { useLingui } from "@vendure/dashboard";
import type { Decision, Kind, Source, State, TimelineEntry } from "./admin-api.ts";

/** Gives words in the language of whoever is signed in. Other languages than those in locales/ read English. */
export function useWords(): (id: string) => string {
  const { i18n } = useLingui();
  return (id) => i18n.t(id);
}

export function Words({ id }: Readonly<{ id: string }>) {
  return <>{useWords()(id)}</>;
}

/** Tells a line of the timeline. What is in no catalog is told as the server put it, in English. */
export function useStory(): (entry: TimelineEntry) => string {
  const { i18n } = useLingui();
  return ({ said, text }) => {
    const ids = said.map(({ id }) => phraseWords[id] ?? "");
    if (ids.some((id) => i18n.messages[id] === undefined)) return text;
    return said.map(({ values }, index) => i18n._(ids[index] ?? "", values)).join(" ");
  };
}

/** How each kind of item is called, what it means, and what to do. */
export const itemWords: Record<Kind, { title: string; means: string; advice: string }> = {
  PAID: {
    title: "Paid, but not placed",
    means: "The money is there and the order could not be placed.",
    advice:
      "Mend the cause and try again. If it cannot be placed, give the money back at the gateway and record it.",
  },
  MISMATCH: {
    title: "The amount does not match",
    means:
      "The gateway reports a payment with another amount or currency than was asked. The order is not paid.",
    advice:
      "Compare with the gateway. Give the money back there and close it; accept it only if the whole sum arrived.",
  },
  PAID_TWICE: {
    title: "Paid twice",
    means: "A second transaction or attempt was paid too.",
    advice: "Give one of them back at the gateway, and record it.",
  },
  CONTRADICTORY: {
    title: "Contradictory reports",
    means: "The gateway reported both success and failure.",
    advice: "Ask the gateway which is true, then record what was done.",
  },
  REFUND_NOTICE: {
    title: "Notice of a refund or dispute",
    means: "Money may have gone back to the buyer.",
    advice: "Look the transaction up at the gateway. If money went back, record it and undo the order.",
  },
  REFUND_DUE: {
    title: "Refund to make by hand",
    means: "The shop wants to give money back. The gateway's protocol cannot, so nothing has moved yet.",
    advice: "Give the money back in the gateway's back office, and record it.",
  },
  NOT_VERIFIED: {
    title: "Notifications do not verify",
    means: "Messages arrive at the secret address, but their sign is missing or wrong.",
    advice: "Compare the merchant key with the gateway's and deploy the right one. Then try again.",
  },
  UNKNOWN_CODE: {
    title: "Unknown code",
    means: "A notification is neither success nor failure. It changed nothing.",
    advice: "Ask the gateway what it means, then record what was done.",
  },
  UNKNOWN_CYCLE: {
    title: "Unknown cycle",
    means: "A subscription was charged for a cycle that cannot be told.",
    advice: "Find the charge at the gateway and give it back, or book it by hand.",
  },
  NO_RESULT: {
    title: "No result",
    means: "The gateway has not said how this attempt ended.",
    advice: "Look the order number up at the gateway. Close it if nothing was paid; accept it if it was.",
  },
};

export const decisionWords: Record<Decision, { button: string; title: string; means: string }> = {
  ACCEPTED: {
    button: "Accept with proof",
    title: "Accepted with proof",
    means: "The money was seen at the gateway. The attempt becomes paid and the order is placed.",
  },
  CLOSED: {
    button: "Close it",
    title: "Closed",
    means: "No money came, or it was given back. The attempt ends; money reported later still counts.",
  },
  REFUNDED: {
    button: "Record a refund",
    title: "Refunded by hand",
    means: "The money was given back at the gateway. This records it and moves no money.",
  },
};

/** What a decision does to an order that waits to be placed. */
const endOfPaid: Partial<Record<Decision, string>> = {
  CLOSED: "It was dealt with in another way: placed by hand, say. This order is not placed any more.",
  REFUNDED:
    "The money was given back at the gateway. This records it and moves no money. This order is not placed any more.",
};

export function meaningOf(decision: Decision, kind: Kind): string {
  return (kind === "PAID" ? endOfPaid[decision] : undefined) ?? decisionWords[decision].means;
}

export const stateWords: Record<State, string> = {
  NONE: "Not started",
  CREATED: "Being sent",
  PENDING: "Waiting for the buyer or the gateway",
  APPROVED: "Approved, to be confirmed",
  PAID: "Paid",
  REVIEW: "Under review",
  FAILED: "Failed",
  CLOSED: "Closed",
};

export const sourceWords: Record<Source, string> = {
  SHOP: "Shop",
  RESPONSE: "Gateway's answer",
  NOTIFICATION: "Notification",
  OPERATOR: "Staff",
};

/** What a timeline can say, by core's ids, in core's words. */
const phraseWords: Readonly<Record<string, string>> = {
  started: "Attempt {attempt} started: {variant}, {amount} {currency}, order number {orderNumber}.",
  redirected: "The gateway asked for the buyer to be sent to its page.",
  approved: "The gateway approved it at once. Only its notification confirms that.",
  declined: "The gateway declined it.",
  rejected: "The gateway rejected the request.",
  unclear: "The gateway gave no clear answer ({reason}). It may have received the order.",
  "gateway-says": "It says: {text}",
  confirmed: "The gateway confirmed {amount} {currency} paid (transaction {transaction}).",
  "confirmed-cycle":
    "The gateway confirmed {amount} {currency} paid (transaction {transaction}, cycle {cycle}).",
  failed: "The gateway reported failure (transaction {transaction}).",
  "failed-cycle": "The gateway reported failure (transaction {transaction}, cycle {cycle}).",
  "unknown-code": "The gateway reported the unknown code {code} (transaction {transaction}).",
  "unknown-code-cycle":
    "The gateway reported the unknown code {code} (transaction {transaction}, cycle {cycle}).",
  "subscription-closed": "It also reports that the subscription was closed.",
  notice: "The gateway sent a notice ({type}) about transaction {transaction}.",
  "refused-unsigned": "A notification was refused: its sign is missing. It changed nothing.",
  "refused-mismatch": "A notification was refused: its sign is wrong. It changed nothing.",
  "refused-malformed": "A notification was refused: required fields are missing. It changed nothing.",
  "operator-accepted": "{who} accepted the payment: {note}",
  "operator-closed": "{who} closed the payment: {note}",
  "operator-refunded": "{who} refunded the payment: {note}",
};
