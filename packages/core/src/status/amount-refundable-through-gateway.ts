import { findRefundTarget } from "../apply/find-refund-target.ts";
import type { Settings } from "../options/settings.ts";
import {
  amountLeftToRefund,
  type ChargeFacts,
  isWholeChargeRefunded,
  refundableChargeOf,
} from "../payment/refundable-charge.ts";
import type { Payment } from "../ports/store.ts";
import type { Money } from "../protocol/money/money.ts";

/**
 * Returns what is left to refund through the gateway (RFD-LIMIT). Undefined if there is nothing, or if only the gateway's back
 * office can refund it.
 */
export function amountRefundableThroughGateway(
  { operations }: Pick<Settings, "operations">,
  payment: Pick<Payment, "jobs" | "cycles">,
  subject: ChargeFacts,
): Money | undefined {
  const { attempt, cycle } = subject;
  const isPaid = cycle !== undefined || attempt.state === "paid";
  const target = findRefundTarget(payment, subject);
  if (operations.refund === undefined || !isPaid || target === undefined) return undefined;
  if (refundableChargeOf(subject) === undefined || isWholeChargeRefunded(subject)) return undefined;
  const left = amountLeftToRefund(subject, target);
  return left.minor > 0 ? left : undefined;
}
