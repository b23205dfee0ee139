import { operatorLabel } from "../payment/operator.ts";
import type { RefundFact } from "../payment/refund-fact.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import type { Money } from "../protocol/money/money.ts";
import { createTimelinePhrase, type TimelinePhrase } from "./timeline-phrases.ts";

/** Returns the phrases of a timeline about a refund through the gateway. */
export function refundPhrases(fact: RefundFact): TimelinePhrase[] {
  switch (fact.step) {
    case "requested":
      return [requestedPhrase(fact)];
    case "submitted":
      return [createTimelinePhrase("refund-submitted")];
    case "answered":
      return answeredPhrases(fact);
    case "reported":
      return [
        createTimelinePhrase(`refund-${fact.outcome}`, {
          refund: fact.refundId,
          ...amountValues(fact.amount),
        }),
      ];
    case "resolved": {
      const values = { operator: operatorLabel(fact.operator), note: fact.note };
      return [createTimelinePhrase(`refund-resolved-${fact.outcome}`, values)];
    }
  }
}

type Step<Name extends RefundFact["step"]> = Extract<RefundFact, { readonly step: Name }>;

function requestedPhrase({ amount, reason, operator }: Step<"requested">): TimelinePhrase {
  const values = { reason, ...amountValues(amount) };
  return operator === undefined
    ? createTimelinePhrase("refund-requested", values)
    : createTimelinePhrase("refund-requested-by", { operator: operatorLabel(operator), ...values });
}

function answeredPhrases({ outcome, refundId = "", text = "" }: Step<"answered">): TimelinePhrase[] {
  switch (outcome) {
    case "accepted":
      return [createTimelinePhrase("refund-accepted", { refund: refundId })];
    case "refused":
      return [
        createTimelinePhrase("refund-refused"),
        ...(text === "" ? [] : [createTimelinePhrase("gateway-text", { text })]),
      ];
    case "unknown":
      return [createTimelinePhrase("refund-unknown", { reason: text })];
  }
}

function amountValues(amount: Money) {
  return { amount: toAmountText(amount), currency: amount.currency };
}
