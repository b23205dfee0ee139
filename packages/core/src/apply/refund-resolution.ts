import type { Fact, ResolutionFact } from "../payment/fact.ts";
import { gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import type { RefundFact, RefundResolutionFact } from "../payment/refund-fact.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import { invalidOperatorActionError } from "./operator-action-errors.ts";

/** The refund that an operator settles, and what is known of its charge. */
interface SettledSubject {
  readonly requestId: string;
  readonly known: readonly Fact[];
}

/**
 * Returns what an operator action says about a refund without a known outcome: with `record-refund` it was made at the gateway, with
 * `dismiss` it was not made, so that its amount can be refunded again.
 *
 * @throws PayIndexError `resolution_invalid` if a refund is recorded without its reference, or with another amount, or with
 * the reference of another refund
 */
export function refundResolutionOf(
  { at, action, operator, note, refund }: ResolutionFact,
  { requestId, known }: SettledSubject,
): RefundResolutionFact {
  const resolved = { source: "refund", at, step: "resolved", requestId, operator, note } as const;
  if (action !== "record-refund") return { ...resolved, outcome: "failed" };
  if (refund === undefined)
    throw invalidOperatorActionError({
      path: "refund",
      message: "is required: the amount of this refund, and its ID at the gateway",
    });
  const asked = gatewayRefundsOf(known).find((each) => each.requestId === requestId)?.amount;
  if (asked?.minor !== refund.amount.minor || asked.currency !== refund.amount.currency)
    throw invalidOperatorActionError({
      path: "refund.amount",
      message: `must be the amount of this refund: ${asked === undefined ? "unknown" : `${toAmountText(asked)} ${asked.currency}`}`,
    });
  if (known.some((fact) => isNamedFor(fact, refund.reference) && fact.requestId !== requestId))
    throw invalidOperatorActionError({
      path: "refund.reference",
      message: "belongs to another refund of this payment. Look up the ID of this one at the gateway",
    });
  return { ...resolved, outcome: "succeeded", refundId: refund.reference };
}

/** Whether the gateway or an operator named this ID for a refund that the shop asked for. */
function isNamedFor(
  fact: Fact,
  refundId: string,
): fact is Extract<RefundFact, { readonly requestId: string }> {
  return (
    fact.source === "refund" &&
    (fact.step === "answered" || fact.step === "resolved") &&
    fact.refundId === refundId
  );
}
