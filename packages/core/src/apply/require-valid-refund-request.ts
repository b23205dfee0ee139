import { PayIndexError, type Problem } from "../errors.ts";
import { type GatewayRefund, gatewayRefundsOf } from "../payment/gateway-refunds.ts";
import type { RefundRequestedFact } from "../payment/refund-fact.ts";
import { amountLeftToRefund, type ChargeFacts, isWholeChargeRefunded } from "../payment/refundable-charge.ts";
import type { Payment } from "../ports/store.ts";
import { toAmountText } from "../protocol/money/amount-text.ts";
import { findRefundTarget } from "./find-refund-target.ts";

/**
 * Returns a requested refund with what it means for the placed order, or undefined if it repeats a request. Runs inside the commit, so that
 * two requests together cannot exceed the limit (RFD-LIMIT).
 *
 * @throws PayIndexError `refund_invalid`
 */
export function requireValidRefundRequest(
  payment: Payment,
  fact: RefundRequestedFact,
  subject: ChargeFacts,
): RefundRequestedFact | undefined {
  const { attempt, cycle, facts } = subject;
  const known = gatewayRefundsOf(facts).find(({ requestId }) => requestId === fact.requestId);
  if (known !== undefined) return requireSameRefund(known, fact);
  if (cycle === undefined && attempt.state !== "paid")
    throw invalidRefundError({ path: "reference", message: "is not paid, so there is nothing to give back" });
  const target = findRefundTarget(payment, subject);
  if (target === undefined)
    throw invalidRefundError({
      path: "reference",
      message:
        "has no placed order yet. Wait until the order is placed, or refund the payment at the gateway and resolve the review item",
    });
  if (isWholeChargeRefunded(subject))
    throw invalidRefundError({
      path: "reference",
      message: "has nothing left to refund: the gateway answered a query that the whole order was refunded",
    });
  const left = amountLeftToRefund(subject, target);
  if (fact.amount.minor > left.minor)
    throw invalidRefundError({
      path: "amount",
      message: `must be at most ${toAmountText(left)} ${left.currency}: that is what is left of the payment, without refunds that are on their way`,
    });
  return { ...fact, ...target };
}

function requireSameRefund(known: GatewayRefund, { amount, transactionId }: RefundRequestedFact): undefined {
  const isSame =
    known.amount.minor === amount.minor &&
    known.amount.currency === amount.currency &&
    known.transactionId === transactionId;
  if (isSame) return undefined;
  throw invalidRefundError({
    path: "idempotencyKey",
    message: "was used for another refund of this payment. Use a new key for each refund",
  });
}

/** The error for a refund that the shop cannot ask for. */
export function invalidRefundError(...problems: readonly Problem[]): PayIndexError {
  return new PayIndexError("refund_invalid", "The refund is not valid. Nothing was sent.", { problems });
}
